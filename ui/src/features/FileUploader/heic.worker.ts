/** Decodes one HEIC picture off the main thread; answers a JPEG of at most EDGE pixels, or null. */
import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmAddress from 'libheif-js/libheif-wasm/libheif.wasm?url';

const EDGE = 1600;
const MOST_PIXELS = 64_000_000;

interface HeifImage {
  get_width: () => number;
  get_height: () => number;
  display: (target: ImageData, done: (result: ImageData | null) => void) => void;
}

interface HeifModule {
  HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] };
}

let library: Promise<HeifModule> | null = null;

function load(): Promise<HeifModule> {
  library ??= (async () => {
    const response = await fetch(wasmAddress);
    if (!response.ok) throw new Error(`wasm: ${response.status}`);
    return (await libheif({ wasmBinary: await response.arrayBuffer() })) as HeifModule;
  })();
  return library;
}

async function toJpeg(bytes: ArrayBuffer): Promise<Blob> {
  const { HeifDecoder } = await load();
  const image = new HeifDecoder().decode(new Uint8Array(bytes))[0];
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MOST_PIXELS) throw new Error('too large');
  const pixels = new ImageData(width, height);
  await new Promise<void>((resolve, reject) => {
    image.display(pixels, (result) => (result ? resolve() : reject(new Error('not decoded'))));
  });
  const whole = new OffscreenCanvas(width, height);
  whole.getContext('2d')?.putImageData(pixels, 0, 0);
  const scale = Math.min(1, EDGE / Math.max(width, height));
  const small = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  small.getContext('2d')?.drawImage(whole, 0, 0, small.width, small.height);
  return small.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

interface Job {
  key: number;
  bytes: ArrayBuffer;
}

self.onmessage = async ({ data }: MessageEvent<Job>) => {
  try {
    self.postMessage({ key: data.key, jpeg: await toJpeg(data.bytes) });
  } catch (error) {
    self.postMessage({ key: data.key, jpeg: null, why: String(error) });
  }
};
