import { afterEach, expect, it, vi } from 'vitest';
import { dropRelated } from './cookies';

afterEach(() => vi.restoreAllMocks());

it('removes the cookie of a related application from the paths that lead here', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what another application set
  for (const path of ['/', '/gx_portal']) document.cookie = `Admin-Token=t; path=${path}`;
  expect(document.cookie).toMatch(/Admin-Token=t/);
  dropRelated(' Admin-Token ');
  expect(document.cookie).not.toMatch(/Admin-Token=/);
});

it.each([
  ['Asset-Token/asset', ['Asset-Token=; path=/asset; max-age=0; SameSite=Lax']],
  [
    'Sso@.example.gov.cn',
    ['/', '/gx_portal', '/gx_portal/'].map(
      (path) => `Sso=; path=${path}; domain=.example.gov.cn; max-age=0; SameSite=Lax`,
    ),
  ],
  ['Sso@.example.gov.cn/sso', ['Sso=; path=/sso; domain=.example.gov.cn; max-age=0; SameSite=Lax']],
  ['', []],
])('takes path and domain of «%s» as they are written', (written, expected) => {
  const said = vi.spyOn(document, 'cookie', 'set');
  dropRelated(written);
  expect(said.mock.calls.map(([text]) => text)).toEqual(expected);
});
