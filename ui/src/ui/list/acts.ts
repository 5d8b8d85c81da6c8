/** Which buttons of a list stand in its line, and which wait behind 更多. */

export interface Act {
  width: number;
  /** Done seldom: behind 更多 in any case. */
  rare: boolean;
  /** Can't be pressed now, such as what needs a selection. */
  dead: boolean;
}

export const GAP = 8;

/**
 * The places of those that wait: the seldom ones, then what can't be pressed now, then from the right, until the others and the
 * button of the menu fit into `room` and are `most`. What stands first stays longest: it is what the page is there for.
 */
export function awayOf(acts: readonly Act[], room: number, menu: number, most = Number.POSITIVE_INFINITY): number[] {
  // where there is nothing else to do, the seldom is what there is to do
  const someUsual = acts.some(({ rare }) => !rare);
  const away = new Set(acts.flatMap(({ rare }, place) => (rare && someUsual ? place : [])));
  const needed = () => {
    const shown = acts.filter((_act, place) => !away.has(place)).map(({ width }) => width);
    const widths = away.size > 0 ? [...shown, menu] : shown;
    return widths.reduce((sum, width) => sum + width + GAP, -GAP);
  };
  const places = acts.map((_act, place) => place).filter((place) => !away.has(place));
  const last = [...places].reverse();
  const dead = last.filter((place) => acts[place]?.dead);
  for (const place of [...dead, ...last.filter((one) => !dead.includes(one))]) {
    if (needed() <= room && acts.length - away.size <= most) break;
    away.add(place);
  }
  return [...away].sort((one, other) => one - other);
}
