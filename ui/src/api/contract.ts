/** What the server says about its wire: `packaging/contract` makes it, `tsc` holds the pages to it. */
import type { components } from './generated/schema';

type Schemas = components['schemas'];

/** A type by the server's name. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];
/** What a route answers, takes and may be asked with: `Answer<'GET /fin/bill/list'>`. */
export type Answer<Route extends keyof Schemas> = Schemas[Route] extends { answer: infer Given } ? Given : never;
export type Query<Route extends keyof Schemas> = Schemas[Route] extends { query: infer Given } ? Given : never;
export type Body<Route extends keyof Schemas> = Schemas[Route] extends { body: infer Given } ? Given : never;
