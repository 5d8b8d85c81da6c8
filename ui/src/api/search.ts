/** Records by a word: what Ctrl K finds beside pages. */
import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';

export type FoundKind = Schema<'FoundKind'>;

export const foundRecordsQuery = reading(
  'found-records',
  (keyWord: string) => (signal) =>
    api.get<Answer<'GET /search/data'>>('/search/data', { keyWord }, signal).then(({ data }) => data),
);
