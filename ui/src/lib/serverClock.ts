/**
 * The server's clock in this browser. The books count by the server's day: a browser in another time zone, or with a wrong
 * clock, must not ask for tomorrow or book on yesterday.
 */
import { formatDate } from './dates';

let aheadMs = 0;

/** Takes the server's time of this moment: «2024-09-30 08:15:00»; anything else leaves the browser's clock. */
export function setServerClock(text: string | undefined): void {
  const told = text && formatDate(text) !== '' ? new Date(text.replace(' ', 'T')).getTime() : Number.NaN;
  aheadMs = Number.isNaN(told) ? 0 : told - Date.now();
}

/** Now as the server would write it, whatever the browser's time zone. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** The server's day: «2024-09-30». */
export const today = (): string => formatDate(serverNow());
