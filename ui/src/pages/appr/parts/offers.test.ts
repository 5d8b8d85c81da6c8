/** Every act of the engine has its place on the page: what the server's document offers is compared with what is offered here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Process } from '@/api/approvals';
import { api } from '@/api/client';
import { TaskKind } from '@/api/generated/enums';
import { inPlace } from '@/test/inPlace';
import { offersOf } from './offers';

const post = vi.fn((..._sent: unknown[]) => Promise.resolve({}));
inPlace(api, { post: (...sent: unknown[]) => post(...sent) });

const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../../api/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

const ALL = ['return', 'transfer', 'delegate', 'addSign', 'batch', 'cc'];
const task = (kind: number, more: object = {}) => ({
  ...{ taskId: 7, kind, nodeName: '审批', forName: null, commentNeeded: false, minutesNeeded: false },
  ...{ actions: ALL, parked: false, ...more },
});
const process = (more: object): Process =>
  ({
    ...{ instanceId: 3, version: 5, fields: [], data: {}, task: null, takeBack: null },
    ...{ mayResubmit: false, mayUrge: false, mayWithdraw: false, mayAssign: false },
    offers: { returnTo: [], asked: [], mayCopy: false, waits: [] },
    ...more,
  }) as unknown as Process;

const asked = [{ taskId: 9, kind: TaskKind.Before, people: ['李会计'] }];
const EVERYBODY = [
  process({ task: task(TaskKind.Approve), offers: { returnTo: [], asked, mayCopy: true, waits: [] }, takeBack: 4 }),
  process({ task: task(TaskKind.Opinion) }),
  process({ mayResubmit: true, mayUrge: true, mayWithdraw: true }),
];

beforeEach(() => post.mockClear());

test('each call of the document that acts on a task or a process is made by an offer', async () => {
  // an archive is made of what has ended: nothing is decided (features/approvals/ArchiveButton)
  const acts = Object.entries(document.paths).filter(([address]) => address !== '/appr/instance/archive');
  const calls = acts
    .filter(([address, methods]) => /^\/appr\/(task|instance)\/\w+$/.test(address) && 'post' in methods)
    .map(([address]) => address);
  expect(calls.length).toBeGreaterThan(10);
  for (const one of EVERYBODY.flatMap(offersOf)) await one.run({ comment: '', people: [1] });
  const made = new Set(post.mock.calls.map(([address]) => address));
  expect(calls.filter((address) => !made.has(address))).toEqual([]);
});

const offer = (name: string) => {
  const found = EVERYBODY.flatMap(offersOf).find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not offered`);
  return found;
};
const sent = () => post.mock.calls.at(-1);
const AT = { taskId: 7, version: 5 };

test('what the dialog asks for is what the server is told', async () => {
  await offer('退回').run({ comment: ' 缺附件 ', to: 't1', straight: true });
  expect(sent()).toEqual(['/appr/task/return', { ...AT, comment: '缺附件', to: 't1' }]);
  await offer('退回').run({ comment: '缺附件', to: '', straight: true });
  expect(sent()).toEqual(['/appr/task/return', { ...AT, comment: '缺附件', straight: true }]);
  await offer('加签').run({ people: [11, 12], before: false });
  expect(sent()).toEqual(['/appr/task/addSign', { ...AT, comment: '', people: [11, 12], before: false }]);
  await offer('撤销加签').run({ asked: 9 });
  expect(sent()).toEqual(['/appr/task/removeSign', { taskId: 9, version: 5, comment: '' }]);
  await offer('同意').run({ comment: '同意', files: '21,22', cc: [13] });
  expect(sent()).toEqual(['/appr/task/approve', { ...AT, comment: '同意', files: [21, 22], cc: [13] }]);
  await offer('转办').run({ person: 14 });
  expect(sent()).toEqual(['/appr/task/transfer', { ...AT, comment: '', people: [14] }]);
  await offer('抄送').run({ people: [15] });
  expect(sent()).toEqual(['/appr/instance/cc', { id: 3, comment: '', people: [15] }]);
});

test('a node that allows nothing more leaves yes and no; who signs beside asks nobody else', () => {
  const bare = process({ task: task(TaskKind.Approve, { actions: [] }) });
  expect(offersOf(bare).map(({ name }) => name)).toEqual(['同意', '驳回']);
  expect(offersOf(bare).some(({ cc }) => cc)).toBe(false);
  const signs = offersOf(process({ task: task(TaskKind.Before) })).map(({ name }) => name);
  expect(signs).not.toContain('加签');
  expect(offersOf(process({ task: task(TaskKind.Approve, { parked: true }) }))).toEqual([]);
});

test('three stay buttons, the seldom ones wait behind 更多', () => {
  const [decides] = EVERYBODY;
  const stay = offersOf(decides as Process).filter(({ rare }) => !rare);
  expect(stay.map(({ name }) => name)).toEqual(['同意', '退回', '驳回', '取回']);
});
