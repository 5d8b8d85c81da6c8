declare module 'libheif-js/libheif-wasm/libheif.js' {
  const libheif: (options: { wasmBinary: ArrayBuffer }) => unknown;
  export default libheif;
}
