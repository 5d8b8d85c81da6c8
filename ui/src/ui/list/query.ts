/** What a list asks for. A query outlives its page in the cache, so it is built here, of plain values alone. */
import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import type { Params } from '@/lib/params';
import type { ListAnswer } from './types';

/** Built outside of components: a list of a module, or what a function of a module made of plain values. */
export type Load<Answer> = (query: Params, signal: AbortSignal) => Promise<Answer>;

/** A list within something: what is asked besides, each time. */
export const loadWithin =
  <Answer>(load: Load<Answer>, more: Params | undefined): Load<Answer> =>
  (query, signal) =>
    load({ ...query, ...more }, signal);

/** How often a list looks again while something in it changes by itself. */
const LOOK_MS = 2000;

/** The cache key of a list. */
export const listKey = (name: string): readonly [string, string] => ['list', name];

/** A server that does not count refuses the question; the rows are there without numbers. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.origin === 'answer' && error.code === 500;

/** Whether a list's server has refused to count. */
export interface Counting {
  refused: boolean;
}

/** Asks for a page and what is counted with it, in one request. */
async function counted<Answer>(
  load: Load<Answer>,
  asked: Params,
  facets: string,
  counting: Counting,
  signal: AbortSignal,
): Promise<Answer> {
  if (facets === '' || counting.refused) return load(asked, signal);
  try {
    return await load({ ...asked, facets }, signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
    // a refusal of the question itself comes again, and is told
    const answer = await load(asked, signal);
    counting.refused = true;
    return answer;
  }
}

const lookAgain =
  <Row>(changing: (row: Row) => boolean) =>
  ({ state: { data } }: { state: { data: ListAnswer<Row> | undefined } }): number | false =>
    data?.rows.some(changing) ? LOOK_MS : false;

interface Listed<Row> {
  key: readonly unknown[];
  load: Load<ListAnswer<Row>>;
  asked: Params;
  facets: string;
  counting: Counting;
  changing: ((row: Row) => boolean) | undefined;
}

/** A page of a list. */
export const listQuery = <Row>(listed: Listed<Row>): UseQueryOptions<ListAnswer<Row>> => {
  const { key, load, asked, facets, counting, changing } = listed;
  return {
    queryKey: key,
    queryFn: ({ signal }) => counted(load, asked, facets, counting, signal),
    placeholderData: keepPreviousData,
    ...(changing && { refetchInterval: lookAgain(changing) }),
  };
};
