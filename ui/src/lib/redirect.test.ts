import { expect, it } from 'vitest';
import { HOME_PATH } from './base';
import { safeRedirect, signInPath } from './redirect';

it.each([
  ['/system/user?pageNum=2', '/system/user?pageNum=2'],
  ['/gx_portal/system/user', '/system/user'],
  ['/system/../user/profile', '/user/profile'],
])('accepts the path %s', (wanted, target) => {
  expect(safeRedirect(wanted)).toBe(target);
});

it.each([
  null,
  '',
  '/',
  '/gx_portal/',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/gx_portal//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'system/user',
  '/login?redirect=/login',
  '/gx_portal/login',
  '/\t/evil.example',
])('sends %s home', (wanted) => {
  expect(safeRedirect(wanted)).toBe(HOME_PATH);
});

it('leads back after signing in, except to the home page', () => {
  expect(signInPath('/system/user?status=0')).toBe('/login?redirect=%2Fsystem%2Fuser%3Fstatus%3D0');
  expect(signInPath(HOME_PATH)).toBe('/login');
});
