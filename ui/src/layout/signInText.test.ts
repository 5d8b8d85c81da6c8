import { expect, test } from 'vitest';
import { lastSignInText } from './signInText';

test('the sign-in before is told with what was tried since', () => {
  const last = { time: '2026-03-01 08:30:12', ip: '10.1.2.3', failures: 0, failedIp: '' };
  expect(lastSignInText(last)).toBe('上次登录 2026-03-01 08:30，10.1.2.3。不是您本人？请修改密码并退出其他登录');
  expect(lastSignInText({ ...last, failures: 2, failedIp: '10.9.8.7' })).toContain(
    '；此后有 2 次失败尝试（10.9.8.7）。',
  );
  const factorReset = { by: '王管理（wang1）', time: '2026-03-02 09:00:00' };
  expect(lastSignInText({ ...last, factorReset })).toContain('已于 2026-03-02 09:00 由 王管理（wang1） 重置');
});
