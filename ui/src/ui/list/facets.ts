/** How many rows of a list fall on each value of its filters: what stands beside the choices, and in the chips above. */
import type { ListAnswer, QueryField, ValueCounts } from './types';

export type Counts = Readonly<Record<string, ValueCounts>>;

/** What the list asks the server to count; '' for nothing. */
export const askedFacets = (fields: readonly QueryField[]): string =>
  fields
    .filter(({ counted }) => counted)
    .map(({ name }) => name)
    .join(',');

/** The counts of an answer; undefined where the server counts nothing. */
export function countsOf({ facets }: Pick<ListAnswer<unknown>, 'facets'>): Counts | undefined {
  if (!facets) return undefined;
  return Object.fromEntries(
    Object.entries(facets).map(([name, found]) => [
      name,
      new Map(found.map(({ value, count }) => [value === null ? '' : String(value), count])),
    ]),
  );
}

/** Rows of a field's values together: those of the filter without this field. */
export const allOf = (counts: ValueCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
