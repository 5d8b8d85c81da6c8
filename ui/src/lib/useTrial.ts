import { keepPreviousData } from '@tanstack/react-query';
import { useDebounced } from '@/lib/useDebounced';
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

/**
 * A preview of what is about to be sent. It is asked for when the values have rested, an answer that was overtaken is
 * dropped, and what was told of other values never passes for a trial of these.
 *
 * @param name tells one kind of preview from another
 * @param values what would be sent; null while it is incomplete
 */
export function useTrial<Values, Answer>(
  name: string,
  values: Values | null,
  ask: (values: Values, signal: AbortSignal) => Promise<Answer>,
): Trial<Answer> {
  const asked = useDebounced(values);
  const { data, error, isPlaceholderData, isFetching, isSuccess, refetch } = useQuery({
    queryKey: ['trial', name, asked],
    queryFn: ({ signal }) => ask(asked as Values, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // the place of the preview says why
    meta: { quiet: true },
  });
  const settled = JSON.stringify(asked) === JSON.stringify(values);
  return {
    shown: asked === null ? undefined : data,
    belongs: values !== null && settled && isSuccess && !isPlaceholderData,
    error: settled ? error : null,
    asking: isFetching || !settled,
    again: refetch,
  };
}
