/** Asia/Shanghai has had one offset since 1991. */
const OFFSET_MS = 8 * 3_600_000;

/** Milliseconds since 1970 as the server writes times, whatever the zone of this browser. */
export function serverTime(milliseconds: number): string {
  return new Date(milliseconds + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
