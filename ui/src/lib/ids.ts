/** Ids made in the browser. `crypto.randomUUID` is missing in Chrome 87 and on plain http. */

const HEX = Array.from({ length: 256 }, (_value, byte) => byte.toString(16).padStart(2, '0'));

/** A 36-character id in the style of version 4: «3f2b0c1a-…-4…-a…-…». */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => HEX[byte]).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
