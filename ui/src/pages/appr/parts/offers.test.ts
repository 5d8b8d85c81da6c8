/** Each operation of the API on a process has its place in the page, and asks for all that it takes. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Process } from '@/api/approvals';
import { api } from '@/api/client';
import { TaskKind } from '@/api/generated/enums';
import document from '@/api/generated/openapi.json';
import { offersOf, type Spoken } from './offers';

const ACTS = /^\/appr\/(task|instance)\/[a-zA-Z]+$/;
/** Operations of the document that are somebody's on a process. */
const written = Object.entries(document.paths)
  .filter(([path, methods]) => ACTS.test(path) && 'post' in methods)
  .map(([path]) => path)
  .sort();

const ALL = ['return', 'transfer', 'delegate', 'addSign', 'batch', 'cc'];
const task = { taskId: 7, actions: ALL, returnTo: [], parked: false, commentNeeded: false, minutesNeeded: false };
const base = {
  ...{ instanceId: 5, version: 3, fields: [], data: {}, rights: {}, takeBack: null, signs: [], task: null },
  ...{ mayResubmit: false, mayUrge: false, mayWithdraw: false, mayCopy: false },
};
const processOf = (more: object) => ({ ...base, ...more }) as unknown as Process;
const approver = processOf({
  task: { ...task, kind: TaskKind.Approve },
  signs: [{ taskId: 9, kind: TaskKind.Before, name: '王芳', since: '2024-09-30 09:00:00' }],
  mayCopy: true,
});
const others = [
  processOf({ task: { ...task, kind: TaskKind.Opinion } }),
  processOf({ mayResubmit: true, mayUrge: true, mayWithdraw: true, takeBack: 8 }),
];

afterEach(() => vi.restoreAllMocks());

it('each operation of the document is offered by the page', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  for (const offer of [approver, ...others].flatMap(offersOf)) await offer.run({ comment: '好', people: [2] });
  const sent = new Set(post.mock.calls.map(([path]) => path));
  expect([...sent].sort()).toEqual(written);
});

it('what a dialog asks goes out as it was said', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  const run = async (name: string, spoken: Spoken) => {
    await offersOf(approver)
      .find((offer) => offer.name === name)
      ?.run(spoken);
    return post.mock.lastCall;
  };
  expect(await run('退回', { comment: '缺附件', to: 'audit', files: [4] })).toEqual([
    '/appr/task/return',
    { taskId: 7, version: 3, comment: '缺附件', to: 'audit', files: [4] },
  ]);
  expect(await run('加签', { comment: '', people: [2, 3], before: false })).toEqual([
    '/appr/task/addSign',
    { taskId: 7, version: 3, comment: '', people: [2, 3], before: false },
  ]);
  expect(await run('撤销前加签：王芳', { comment: '' })).toEqual([
    '/appr/task/removeSign',
    { taskId: 9, version: 3, comment: '' },
  ]);
  expect(await run('抄送', { comment: '', people: [2] })).toEqual([
    '/appr/instance/cc',
    { id: 5, comment: '', people: [2] },
  ]);
});

it('what the node does not allow is not offered, and the seldom waits behind 更多', () => {
  const strict = processOf({ task: { ...task, kind: TaskKind.Approve, actions: [] } });
  expect(offersOf(strict).map(({ name }) => name)).toEqual(['同意', '驳回']);
  expect(offersOf(processOf({ task: { ...task, kind: TaskKind.Approve, parked: true } }))).toEqual([]);
  const signer = processOf({ task: { ...task, kind: TaskKind.Before } });
  expect(offersOf(signer).map(({ name }) => name)).not.toContain('加签');
  const first = offersOf(approver).filter(({ rare }) => !rare);
  expect(first.map(({ name }) => name)).toEqual(['同意', '退回', '驳回']);
});
