/** A page asks `useQuery(billQuery(7))`: what is asked and where the answer is kept are one declaration, beside the path. */
interface Options<Answer> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/**
 * Declares a reading.
 *
 * @param place first parts of its key; unlike those of any other, but for what a signal names together (api/signals.ts)
 * @param read what is asked for, then how; the signal gives it up when nobody waits any more
 */
export const reading =
  <Args extends readonly unknown[], Answer>(
    place: string | readonly string[],
    read: (...args: Args) => (signal: AbortSignal) => Promise<Answer>,
  ) =>
  (...args: Args): Options<Answer> => ({
    queryKey: [place, args].flat(),
    queryFn: ({ signal }) => read(...args)(signal),
  });
