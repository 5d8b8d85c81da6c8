/** Phrases of opinions: those of the house are a dictionary, one's own are kept with the person's settings. */

/** Most of one's own, and most letters of one, as the server takes them. */
const MOST = 20;
const LONGEST = 100;
/** Most letters of an opinion. */
const ROOM = 500;

/** What was typed already stays; the phrase follows it, and what has no room is left out. */
export function joined(said: string, phrase: string): string {
  const before = said.trimEnd();
  if (before === '') return phrase;
  const whole = /[，。；！？、,.;!?]$/.test(before) ? before + phrase : `${before}；${phrase}`;
  return whole.length > ROOM ? said : whole;
}

/** What was typed, if it may be kept as one's own: it is known to nobody yet and short. */
export function keepable(said: string, house: readonly string[], own: readonly string[]): string | null {
  const phrase = said.trim();
  const isKnown = house.includes(phrase) || own.includes(phrase);
  return phrase === '' || phrase.length > LONGEST || isKnown || own.length >= MOST ? null : phrase;
}

export const without = (own: readonly string[], phrase: string): string[] => own.filter((one) => one !== phrase);
