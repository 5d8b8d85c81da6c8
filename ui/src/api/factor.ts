import { api, request } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';

/** The second factor of whoever is signed in, or on the way. */
export type Factor = Schema<'FactorOut'>;
/** A key to be put into an app. */
export type NewKey = Schema<'NewKey'>;
/** What setting one up answers: codes that are shown this once. */
export type Enrolled = Answer<'POST /portal/factor/confirm'>;

const BASE = '/portal/factor';

/** What may be a step of a sign-in: the session goes on with another token then. */
const step = <T>(path: string, body: unknown) => request<T>('POST', BASE + path, { body, continues: true });

export const factorQuery = reading(
  'factor',
  () => (signal) => api.get<Answer<'GET /portal/factor'>>(BASE, undefined, signal).then(({ data }) => data),
);
export const enterCode = (code: string) =>
  step<Answer<'POST /portal/factor/code'>>('/code', { code } satisfies Body<'POST /portal/factor/code'>);
/** Shows a key; nothing is in force until its first code comes. A first factor asks for the password. */
export const newKey = (password = '') =>
  api
    .ask<Answer<'POST /portal/factor/begin'>>(`${BASE}/begin`, { password } satisfies Body<'POST /portal/factor/begin'>)
    .then(({ data }) => data);
export const newKeyQuery = reading('factor-key', () => () => newKey());
export const confirmKey = (code: string) =>
  step<Enrolled>('/confirm', { code } satisfies Body<'POST /portal/factor/confirm'>);
export const takeToken = (values: { serial: string; code: string; next: string; password: string }) =>
  step<Enrolled>('/token', values satisfies Body<'POST /portal/factor/token'>);
export const newCodes = () => api.post<Enrolled>(`${BASE}/codes`);
export const removeFactor = () => api.delete(BASE);
/** Proves once more who one is, by a code or the password. */
export const prove = (proof: { code: string } | { password: string }) => api.ask('/portal/confirm', proof);
