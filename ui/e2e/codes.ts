import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DIGITS = 6;

/** What an app shows so many steps from now (RFC 6238). */
export function codeOf(secret: string, steps = 0): string {
  let bits = '';
  for (const letter of secret.replace(/\s/g, '')) bits += LETTERS.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const tag = createHmac('sha1', key).update(counter).digest();
  const at = (tag.at(-1) ?? 0) & 15;
  return String((tag.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}
