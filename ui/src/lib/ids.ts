/** Ids made in the browser. `crypto.randomUUID` is missing in Chrome 87 and on plain http. */

const HEX = Array.from({ length: 256 }, (_value, byte) => byte.toString(16).padStart(2, '0'));
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A 36-character id in the style of version 4: «3f2b0c1a-…-4…-a…-…». */
export function uuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => HEX[byte]).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** The time as hexadecimal digits and six random characters; grows with time. */
export function timeId(now = Date.now()): string {
  const tail = Array.from(randomBytes(6), (byte) => BASE36[byte % BASE36.length]).join('');
  return now.toString(16) + tail;
}
