import { CancelledError, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';
import { type LatestRef, useLatestRef } from '@/lib/useLatestRef';
import { useQuery } from '@/lib/useQuery';

interface Trial<Answer> {
  /** The last answer; it may still be that of other values. */
  shown: Answer | undefined;
  /** `shown` is what the server says of exactly the values given now: only then it may count as tried. */
  belongs: boolean;
  /** Why the present values cannot be tried. */
  error: Error | null;
  asking: boolean;
  again: () => Promise<unknown>;
}

type Ask<Values, Answer> = (values: Values, signal: AbortSignal) => Promise<Answer>;

let trials = 0;

/** A preview that is gone asks for nothing any more. */
const trialQuery = <Values, Answer>(
  place: readonly unknown[],
  asked: Values | null,
  ask: LatestRef<Ask<Values, Answer>>,
) => ({
  queryKey: ['trial', ...place, asked],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    ask.current?.(asked as Values, signal) ?? Promise.reject(new CancelledError()),
  enabled: asked !== null,
  placeholderData: keepPreviousData,
  gcTime: 0,
  // the place of the preview says why
  meta: { quiet: true },
});

/**
 * A preview of what is about to be sent. It is asked for when the values have rested, an answer that was overtaken is
 * dropped, and what was told of other values never passes for a trial of these.
 *
 * @param name tells one kind of preview from another
 * @param values what would be sent; null while it is incomplete
 */
export function useTrial<Values, Answer>(name: string, values: Values | null, ask: Ask<Values, Answer>): Trial<Answer> {
  const asked = useDebounced(values);
  const [own] = useState(() => ++trials);
  const query = trialQuery([own, name], asked, useLatestRef(ask));
  const { data, error, isPlaceholderData, isFetching, isSuccess, refetch } = useQuery(query);
  const settled = JSON.stringify(asked) === JSON.stringify(values);
  return {
    shown: asked === null ? undefined : data,
    belongs: values !== null && settled && isSuccess && !isPlaceholderData,
    error: settled ? error : null,
    asking: isFetching || !settled,
    again: refetch,
  };
}
