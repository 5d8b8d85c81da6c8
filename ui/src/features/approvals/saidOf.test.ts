import { expect, test } from 'vitest';
import { saidOf } from './saidOf';

test('what waits for a decision is not said to be done', () => {
  const waits = { code: 200, msg: '已提交审批，批准后生效', instanceId: 7 };
  expect(saidOf(waits, '收款已冲销')).toBe('已提交审批，批准后生效');
  expect(saidOf({ code: 200, msg: '操作成功', instanceId: null }, '收款已冲销')).toBe('收款已冲销');
  expect(saidOf({ code: 200, msg: '操作成功' }, '收款已冲销')).toBe('收款已冲销');
  expect(saidOf(undefined, '已同意')).toBe('已同意');
});
