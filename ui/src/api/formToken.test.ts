import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFormToken, PATIENCE_MS, type Reading, readInto, SINCE_HEADER, TOKEN_HEADER } from '@/lib/formToken';
import { api } from './client';

const fetchMock = vi.fn<typeof fetch>();
const answer = (code: number, data: unknown = null) =>
  Promise.resolve(new Response(JSON.stringify({ code, msg: 'x', data })));
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const tokens = () => fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get(TOKEN_HEADER) ?? '');
const quietly = (call: Promise<unknown>) => call.catch(() => undefined);

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a form', () => {
  it('keeps its token through refusals and lost answers, and takes a new one after success', async () => {
    const form = createFormToken();
    const send = (fen: number) => quietly(form.send(() => api.post('/fin/receipt', { fen })));
    fetchMock.mockImplementationOnce(() => answer(500));
    await send(0);
    fetchMock.mockImplementationOnce(lost);
    await send(1);
    fetchMock.mockImplementation(() => answer(200));
    await send(1);
    await send(1);
    const [refused, timedOut, done, next] = tokens();
    expect(refused).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect([timedOut, done]).toEqual([refused, refused]);
    expect(next).not.toBe(refused);
  });

  it('tells its calls apart, and the same way at the next try', async () => {
    const form = createFormToken();
    const save = () =>
      form.send(() => Promise.all([api.post('/a', 1), api.post('/a', 2), api.put('/b', 3)]).then(() => undefined));
    fetchMock.mockImplementation(() => answer(500));
    await quietly(save());
    await quietly(save());
    const all = tokens();
    expect(new Set(all.slice(0, 3)).size).toBe(3);
    expect(all.slice(3)).toEqual(all.slice(0, 3));
  });

  it('is no other form', async () => {
    fetchMock.mockImplementation(() => answer(200));
    const [one, two] = [createFormToken(), createFormToken()];
    await Promise.all([one, two].map((form) => form.send(() => api.post('/a', 1))));
    expect(new Set(tokens()).size).toBe(2);
  });
});

describe('what is sent without a form', () => {
  it('is one action while it has no answer', async () => {
    fetchMock.mockImplementation(() => answer(200));
    await Promise.all([api.post('/a', { x: 1 }), api.post('/a', { x: 1 }), api.post('/a', { x: 2 })]);
    await api.post('/a', { x: 1 });
    const [first, again, other, later] = tokens();
    expect(again).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  });

  it('is remembered for a while when the answer was lost', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementation(lost);
    await quietly(api.post('/b'));
    await quietly(api.post('/b'));
    vi.advanceTimersByTime(PATIENCE_MS + 1);
    await quietly(api.post('/b'));
    const [first, again, later] = tokens();
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it('is known by the file it sends', async () => {
    fetchMock.mockImplementation(lost);
    const form = (name: string) => {
      const body = new FormData();
      body.append('file', new File(['x'], name, { lastModified: 1 }));
      return body;
    };
    for (const name of ['a.xlsx', 'a.xlsx', 'b.xlsx']) await quietly(api.post('/c', form(name)));
    const [first, again, other] = tokens();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is nothing that reads', async () => {
    fetchMock.mockImplementation(() => answer(200));
    await api.get('/a');
    expect(tokens()).toEqual(['']);
  });
});

it('a change says what its form was filled from, and nothing else does', async () => {
  const sent = () => fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get(SINCE_HEADER));
  fetchMock.mockReset();
  fetchMock.mockImplementation(() =>
    Promise.resolve(new Response('{"code":200,"data":{"updateTime":"2026-03-01 08:00:00"}}')),
  );
  const reading: Reading = {};
  await readInto(reading, () => Promise.all([api.get('/system/post/1'), api.get('/system/post/2')]));
  expect(reading).toEqual({ since: '2026-03-01 08:00:00' });
  await createFormToken().send(() => api.put('/system/post', {}), reading);
  await createFormToken().send(() => api.post('/system/post', {}), reading);
  await api.put('/system/post', {});
  expect(sent()).toEqual([null, null, '2026-03-01 08:00:00', null, null]);
  fetchMock.mockImplementation(() => Promise.resolve(new Response('{"code":200,"data":{"updateTime":null}}')));
  await readInto(reading, () => api.get('/system/post/1'));
  expect(reading.since).toBe('never');
});
