/**
 * That a session was over, said by the page that leaves to the sign-in page that comes: the sentence over the page stands for a
 * second, and who comes back from lunch finds the sign-in page alone. Kept in this window for the next page that is loaded in
 * it, whichever that is: one that was left yesterday explains nothing.
 */
const KEY = 'gx-lost-session';

function read(): boolean {
  try {
    const was = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return was;
  } catch {
    return false;
  }
}

let lost = read();

/** Keeps for the next page that this one is left because its session is over. */
export function noteLostSession(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // storage switched off: the sentence of a second is all there is
  }
}

/** Whether the page before this one was left because its session was over; said once. */
export function takeLostSession(): boolean {
  const was = lost;
  lost = false;
  return was;
}
