/** Two people have changed one record: what of the other's change goes with what one has typed, and where a person has to choose. */

type Values = Record<string, unknown>;

/** Nothing typed and nothing stored are the same. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one || null) === JSON.stringify(other || null);

export interface Merge {
  /** Changed by the other alone: taken over. */
  take: string[];
  /** Changed by both, and not to the same. */
  both: string[];
}

/** Compares what both began from with what the other has stored and what stands in the form, field by field. */
export function merge(names: readonly string[], begun: Values, theirs: Values, mine: Values): Merge {
  const changed = names.filter((name) => !same(begun[name], theirs[name]) && !same(mine[name], theirs[name]));
  return {
    take: changed.filter((name) => same(mine[name], begun[name])),
    both: changed.filter((name) => !same(mine[name], begun[name])),
  };
}
