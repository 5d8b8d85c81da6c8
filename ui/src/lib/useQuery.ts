/**
 * Reading from the server, for pages that stay mounted while another tab is shown. Everything reads through these two.
 *
 * - A page in a hidden tab neither reads again nor polls; when its tab is shown, what is old is read at once.
 * - A reading that fails keeps what was there: the failure is told once (app/queryClient.ts), and only a page that has
 *   nothing to show yet shows the reason and another try in its place.
 * - A form starts from one reading: what others change meanwhile must not pass unseen under what is being typed.
 */
import {
  CancelledError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useAnyQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { type Reading, readInto } from '@/lib/formToken';
import { useTabActive } from './tabContext';
import { type LatestRef, useLatestRef } from './useLatestRef';

/** The result without a failure that leaves what is shown as it was; reads only what the caller reads. */
function keepingShown<Data>(result: UseQueryResult<Data>): UseQueryResult<Data> {
  const failedAgain = () => result.isRefetchError;
  return Object.create(result, {
    error: { get: () => (failedAgain() ? null : result.error) },
    isError: { get: () => result.isError && !failedAgain() },
  }) as UseQueryResult<Data>;
}

export function useQuery<Answer, Data = Answer, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Answer, Error, Data, Key>,
): UseQueryResult<Data> {
  const active = useTabActive();
  // switched off instead of taken out: what was read stays, however long the tab is hidden
  const enabled = active ? options.enabled : false;
  return keepingShown(useAnyQuery({ ...options, ...(enabled !== undefined && { enabled }) }));
}

export type FormSource<Values> = UseQueryResult<Values> & {
  /** Goes along with what is saved, so that the second of two hears who was first. */
  reading: Reading;
};

let forms = 0;

/** A form that is gone asks for nothing any more. */
const formQuery = <Values>(key: QueryKey, reading: Reading, load: LatestRef<() => Promise<Values>>) => ({
  queryKey: ['form', ...key],
  queryFn: () => readInto(reading, () => load.current?.() ?? Promise.reject(new CancelledError())),
  gcTime: 0,
  staleTime: 'static' as const,
});

/** What a form starts from: read when it opens, then left alone. Two forms of one kind may be open in two tabs. */
export function useFormSource<Values>(key: QueryKey, load: () => Promise<Values>): FormSource<Values> {
  const [reading] = useState<Reading>(() => ({}));
  const [own] = useState(() => ++forms);
  const result = useAnyQuery(formQuery([own, ...key], reading, useLatestRef(load)));
  return Object.create(result, { reading: { value: reading } }) as FormSource<Values>;
}
