/** The days the server counts by, wherever the machine of the tests lies: Asia/Shanghai, which has no daylight saving. */

const AHEAD_MS = 8 * 3_600_000;

const iso = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A day so many days from the server's today. */
export const dayFromNow = (days: number): string => iso(Date.now() + AHEAD_MS + days * 86_400_000);

/** The first day of the month so many months from now; with `last`, the last day of the month before it. */
export function monthFromNow(months: number, last = false): string {
  const now = new Date(Date.now() + AHEAD_MS);
  return iso(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, last ? 0 : 1));
}
