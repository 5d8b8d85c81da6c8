/** One kind of record: its calls, and what pages read of it. */

import type { Params } from '@/lib/params';
import type { Rows } from './business';
import { api } from './client';
import { reading } from './reading';

interface Kind<Row> {
  /** Names its lists and readings in caches and in the browser's storage. */
  name: string;
  /** Path of its calls. */
  base: string;
  /** What the number of a record is called. */
  id: keyof Row & string;
}

export function defineResource<Row, Form extends object>({ name, base, id }: Kind<Row>) {
  const list = (query: Params, signal?: AbortSignal) => api.get<Rows<Row>>(`${base}/list`, query, signal);
  const fetch = (key: number) => api.get<{ data: Row }>(`${base}/${key}`).then(({ data }) => data);
  const add = (form: Form) => api.post<{ data: { id: number } }>(base, form);
  return {
    name,
    base,
    id,
    list,
    fetch,
    add,
    edit: (form: Form) => api.put(base, form),
    /** Adds what has no number yet and changes the rest. */
    save: (key: number | null, form: Form) => (key === null ? add(form) : api.put(base, { ...form, [id]: key })),
    remove: (keys: readonly number[]) => api.delete(`${base}/${keys.join(',')}`),
    one: reading([name, 'one'], (key: number) => () => fetch(key)),
    rows: reading([name, 'rows'], (query: Params) => (signal) => list(query, signal)),
  };
}

export type Resource<Row, Form extends object> = ReturnType<typeof defineResource<Row, Form>>;
