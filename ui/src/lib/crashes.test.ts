import { beforeEach, expect, it, vi } from 'vitest';
import { MOST, pageOf, placesOf, reportCrash, withoutData } from './crashes';
import { writeToken } from './token';

const fetchMock = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
vi.stubGlobal('fetch', fetchMock);
writeToken('t');

/** The module as a new window has it. */
const freshly = () => {
  vi.resetModules();
  return import('./crashes');
};

beforeEach(() => fetchMock.mockClear());

it.each([
  ["Cannot read properties of undefined (reading 'fen')", 'Cannot read properties of undefined (reading "…")'],
  ['no row for 张三 13912345678', 'no row for … …'],
  ['x'.repeat(1000), 'x'.repeat(300)],
])("«%.40s» is told without what may be a person's", (said, told) => {
  expect(withoutData(said)).toBe(told);
});

it('tells script, line and column, and the route instead of the record', () => {
  const stack = `TypeError: x
    at Object.render (http://10.0.0.1/gx_portal/assets/index-BUrK_-1.js:12:5210)
    at http://10.0.0.1/gx_portal/assets/antd.js:1:2`;
  expect(placesOf(stack)).toEqual(['index-BUrK_-1.js:12:5210', 'antd.js:1:2']);
  expect(placesOf(undefined)).toEqual([]);
  expect(pageOf('/gx_portal/lease/lease/detail/4711')).toBe('/lease/lease/detail/:id');
});

it('tells each kind once and only so many in all', () => {
  for (let round = 0; round < 3; round += 1) reportCrash('error', new Error('one'));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  for (let kind = 0; kind < 30; kind += 1) reportCrash('error', new Error('k'.repeat(kind + 1)));
  expect(fetchMock).toHaveBeenCalledTimes(MOST);
  const [address, init] = fetchMock.mock.calls[0] ?? [];
  expect(address).toMatch(/\/portal\/crash$/);
  expect(JSON.parse(String(init?.body))).toMatchObject({ kind: 'error', what: 'Error: one' });
});

it('gives the number that the server keeps it under, also when it was told before, and none without one', async () => {
  const { reportCrash: report } = await freshly();
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ code: 200, data: { number: 'A2B3' } })));
  const error = new Error('numbered');
  expect(await report('render', error)).toBe('A2B3');
  expect(await report('render', error)).toBe('A2B3');
  fetchMock.mockRejectedValueOnce(new TypeError('no network'));
  expect(await report('render', new Error('unheard'))).toBe('');
});
