import { expect, it } from 'vitest';
import { HOME_PATH } from './base';
import { arriveAt, ledTo, safeRedirect, settled, signInPath } from './redirect';

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

it('remembers where a sign-in led until a page was found', () => {
  expect(arriveAt('/system/user?status=0')).toBe('/system/user?status=0');
  expect(ledTo('/system/user')).toBe(true);
  expect(ledTo('/system/role')).toBe(false);
  settled();
  expect(ledTo('/system/user')).toBe(false);
  expect(arriveAt('https://evil.example/')).toBe(HOME_PATH);
});
