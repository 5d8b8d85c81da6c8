import { expect, it } from 'vitest';
import { afterFailure, arrival, keepTarget, keptTarget, NOT_CONFIGURED } from './arrival';

it.each([
  ['', { kind: 'start', target: '' }],
  ['?redirect=%2Fsystem%2Fuser', { kind: 'start', target: '/system/user' }],
  ['?code=c&state=s', { kind: 'code', code: 'c', state: 's', target: '' }],
  ['?loginCode=t', { kind: 'code', code: 't', state: '', target: '' }],
  ['?code=', { kind: 'code', code: '', state: '', target: '' }],
  ['?error=not_configured', { kind: 'failed', sentence: NOT_CONFIGURED, target: '' }],
])('%s is understood', (search, wanted) => {
  expect(arrival(search, null)).toEqual(wanted);
});

it('shows no text of the address', () => {
  const came = arrival('?error=%3Cb%3E&error_description=call+000&code=c', null);
  expect(came.kind === 'failed' && came.sentence).toBe('统一身份认证没有完成登录，请重试；多次失败请联系管理员');
  expect(arrival('?error=constructor', null)).toMatchObject({ kind: 'failed', sentence: expect.any(String) });
});

it('remembers a failure over a reload, but what the provider sends comes first', () => {
  expect(arrival('', afterFailure('句子'))).toEqual({ kind: 'failed', sentence: '句子', target: '' });
  expect(arrival('?code=c&state=s', afterFailure('句子')).kind).toBe('code');
});

it('keeps the target for a second try', () => {
  keepTarget('/system/user');
  expect(keptTarget()).toBe('/system/user');
});
