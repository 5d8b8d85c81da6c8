import { expect, test } from 'vitest';
import { batch, check, newTenant, tenant } from '@/test/takeover';
import { sayNote, sayTenants } from './draft';
import { firstTab, reasonAgainst, reasonToWait, undecided, unexplained } from './ready';

const now = (more: Partial<Parameters<typeof reasonAgainst>[0]> = {}) => ({
  ...{ check: check(), dirty: false, busy: false, version: 4 },
  ...more,
});

test('a submission says why it waits: unsaved, running, failed, old, and what the check found, the nearest first', () => {
  expect(reasonAgainst(now())).toBe('');
  expect(reasonAgainst(now({ dirty: true, busy: true }))).toMatch(/请先保存/);
  expect(reasonAgainst(now({ busy: true }))).toMatch(/正在核对/);
  expect(reasonAgainst(now({ check: undefined }))).toMatch(/没有核对结果/);
  expect(reasonAgainst(now({ version: 5 }))).toMatch(/重新核对/);
  const found = { isReady: false, lacks: ['承租人', '起租日'], doubts: ['万元还是元'], stops: 2 };
  expect(reasonAgainst(now({ check: check(found) }))).toBe('还没有对应的列：承租人、起租日');
  expect(reasonAgainst(now({ check: check({ ...found, lacks: [] }) }))).toMatch(/金额单位/);
  expect(reasonAgainst(now({ check: check({ ...found, lacks: [], doubts: [] }) }))).toMatch(/有 2 处必须处理/);
  expect(reasonAgainst(now({ check: check({ isReady: false }) }))).toMatch(/没有通过/);
});

test('a print waits for what is unsaved, and for nothing that the check found', () => {
  expect(reasonToWait(now({ check: check({ isReady: false, stops: 3 }) }))).toBe('');
  expect(reasonToWait(now({ dirty: true }))).not.toBe('');
});

test('the page opens where there is something to do', () => {
  expect(firstTab(check({ lacks: ['承租人'], stops: 1 }))).toBe('columns');
  expect(firstTab(check({ stops: 1 }))).toBe('problems');
  expect(firstTab(check())).toBe('compare');
});

test('a near name waits until somebody says who it is; «another one» is an answer, a name without near ones asks nothing', () => {
  const near = [{ tenantId: 41, tenantName: '南桥五金店', idNo: '9131****01' }];
  const tenants = [newTenant('南桥五金', { near }), newTenant('张三'), newTenant('李四', { near, chosen: 0 })];
  const { reading } = batch();
  expect(undecided(tenants, reading).map(({ name }) => name)).toEqual(['南桥五金']);
  expect(undecided(tenants, sayTenants(reading, ['南桥五金'], 0))).toEqual([]);
  expect(undecided(tenants, sayTenants(reading, ['南桥五金'], 41))).toEqual([]);
});

test('differences without a word are counted as they are typed', () => {
  const tenants = [tenant('甲', 1, 2), tenant('乙', 1, 2, '已说明'), tenant('丙', 2, 2)];
  const { reading } = batch();
  expect(unexplained(tenants, reading)).toBe(1);
  expect(unexplained(tenants, sayNote(reading, '甲', '抵扣'))).toBe(0);
});
