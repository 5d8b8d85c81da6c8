import { describe, expect, it } from 'vitest';
import { blankRow, fromGroup, groupOf, rowOf, settingOf, words } from './condition';
import { differences } from './differences';
import type { Catalogue, Condition, Graph, Var } from './graph';
import { begun, doneAgain, stepped, takenBack } from './history';
import {
  addBranch,
  before,
  insert,
  itemOf,
  lines,
  move,
  moveBranch,
  newChoice,
  newTask,
  remove,
  removeBranch,
  setBranch,
  setNode,
  toGraph,
  toTree,
} from './tree';
import { arrow } from './useKeys';

const task = (code: string) => ({ code, type: 1 as const, name: code });
const choice = (code: string) => ({ code, type: 2 as const, name: code });
const LONG = { gt: ['months', 60] };

/** 合同新签 of domain.md 5.4. */
const LEASE: Graph = {
  nodes: [{ code: 'b', type: 0, name: '发起' }, task('t1'), choice('c1'), task('t3'), choice('c2'), task('t4')],
  edges: [
    { from: 'b', to: 't1' },
    { from: 't1', to: 'c1' },
    { from: 'c1', to: 't3', name: '须上级', order: 1, if: LONG },
    { from: 'c1', default: true },
    { from: 't3', to: 'c2' },
    { from: 'c2', to: 't4', order: 1, if: LONG },
    { from: 'c2', default: true },
    { from: 't4' },
  ],
};

/** Columns that meet again, one of which ends on its own. */
const MEETING: Graph = {
  nodes: [{ code: 'b', type: 0, name: '发起' }, choice('c1'), task('t1'), task('t2'), task('t3'), task('t4')],
  edges: [
    { from: 'b', to: 'c1' },
    { from: 'c1', to: 't1', order: 1, if: LONG },
    { from: 'c1', to: 't2', order: 2, if: LONG },
    { from: 'c1', to: 't3', default: true },
    { from: 't1', to: 't4' },
    { from: 't2', to: 't4' },
    { from: 't3' },
    { from: 't4' },
  ],
};

const same = (one: Graph, other: Graph) => {
  const set = (list: readonly object[]) =>
    list.map((entry) => JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
  expect(set(one.nodes)).toEqual(set(other.nodes));
  expect(set(one.edges)).toEqual(set(other.edges));
};

describe('tree and graph', () => {
  it('say the same', () => {
    for (const graph of [LEASE, MEETING]) {
      const { tree, lost } = toTree(graph);
      expect(lost).toEqual([]);
      same(toGraph(tree), graph);
    }
  });

  it('a branch that ends while others go on is marked', () => {
    const { tree } = toTree(MEETING);
    const branches = itemOf(tree, 'c1')?.branches ?? [];
    expect(branches.map(({ ends }) => ends)).toEqual([false, false, true]);
    expect(tree.items.map(({ node }) => node.code)).toEqual(['c1', 't4']);
  });

  it('what no tree can say is named, and nothing hangs', () => {
    const circle: Graph = {
      nodes: [...LEASE.nodes.slice(0, 2), task('t9')],
      edges: [
        { from: 'b', to: 't1' },
        { from: 't1', to: 't1' },
      ],
    };
    expect(toTree(circle).lost).toEqual(['t9']);
    expect(toTree({ nodes: [], edges: [] }).tree.begin.name).toBe('发起');
  });

  it('random edits keep it a tree whose graph reads back', () => {
    let seed = 7;
    const dice = (many: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % many;
    };
    let { tree } = toTree({ nodes: [{ code: 'b', type: 0, name: '发起' }], edges: [{ from: 'b' }] });
    for (let round = 0; round < 300; round += 1) {
      const all = lines(tree);
      const line = all[dice(all.length)];
      if (!line) throw new Error('no line');
      const spot = line.branch ? { into: line.key } : { after: line.key };
      const actions = [
        () => insert(tree, spot, newTask(tree)),
        () => insert(tree, spot, newChoice(tree)),
        () => (line.branch ? removeBranch(tree, line.key) : all.length > 25 ? remove(tree, line.key) : tree),
        () => (line.branch ? moveBranch(tree, line.key, 1) : move(tree, line.key, -1)),
        () => (line.branch ? setBranch(tree, line.key, { name: '甲' }) : setNode(tree, line.key, { name: '乙' })),
        () => (line.node?.type === 2 ? addBranch(tree, line.key) : tree),
      ];
      tree = actions[dice(actions.length)]?.() ?? tree;
      const graph = toGraph(tree);
      const again = toTree(graph);
      expect(again.lost).toEqual([]);
      same(toGraph(again.tree), graph);
    }
    expect(lines(tree).length).toBeGreaterThan(5);
  });
});

describe('edits', () => {
  const { tree } = toTree(LEASE);

  it('put in, move and take away', () => {
    const more = insert(tree, { after: 't1' }, newTask(tree));
    expect(more.items.map(({ node }) => node.code)).toEqual(['t1', 't2', 'c1']);
    expect(move(more, 't2', -1).items.map(({ node }) => node.code)).toEqual(['t2', 't1', 'c1']);
    expect(remove(more, 'c1').items.map(({ node }) => node.code)).toEqual(['t1', 't2']);
    const inner = insert(tree, { into: 'c1/1' }, newTask(tree));
    expect(itemOf(inner, 'c1')?.branches[1]?.items[0]?.node.code).toBe('t2');
  });

  it('the default branch stays last, and two branches stay', () => {
    const three = addBranch(tree, 'c1');
    const ids = itemOf(three, 'c1')?.branches.map(({ id, isDefault }) => [id, isDefault]);
    expect(ids?.map(([, isDefault]) => isDefault)).toEqual([false, false, true]);
    expect(itemOf(moveBranch(three, 'c1/0', 1), 'c1')?.branches.map(({ id }) => id)).toEqual(['c1/2', 'c1/0', 'c1/1']);
    expect(moveBranch(three, 'c1/2', 1)).toEqual(three);
    expect(itemOf(removeBranch(three, 'c1/1'), 'c1')?.branches.length).toBe(3);
    expect(itemOf(removeBranch(three, 'c1/0'), 'c1')?.branches.length).toBe(2);
    expect(itemOf(removeBranch(tree, 'c1/0'), 'c1')?.branches.length).toBe(2);
  });

  it('knows what lies before a node', () => {
    expect(before(tree, 't4').map(({ code }) => code)).toEqual(['t1', 't3']);
  });

  it('arrows walk through it', () => {
    const all = lines(tree);
    expect(arrow(all, 'b', 'ArrowDown')).toBe('t1');
    expect(arrow(all, 'c1', 'ArrowRight')).toBe('c1/0');
    expect(arrow(all, 'c1/0', 'ArrowRight')).toBe('c1/1');
    expect(arrow(all, 'c1/1', 'ArrowLeft')).toBe('c1/0');
    expect(arrow(all, 't3', 'ArrowLeft')).toBe('c1/0');
    expect(arrow(all, 'b', 'ArrowUp')).toBe(null);
    expect(arrow(all, 'b', 'End')).toBe('c1/1');
  });
});

describe('steps', () => {
  it('go back and forth; typing is one step', () => {
    let steps = begun('');
    steps = stepped(steps, 'a', 'name', 1_000);
    steps = stepped(steps, 'ab', 'name', 1_200);
    steps = stepped(steps, 'ab!', '', 1_300);
    expect(takenBack(steps).present).toBe('ab');
    expect(takenBack(takenBack(steps)).present).toBe('');
    expect(takenBack(takenBack(takenBack(steps))).present).toBe('');
    expect(doneAgain(takenBack(steps)).present).toBe('ab!');
    expect(stepped(takenBack(steps), 'x', '', 9_000).future).toEqual([]);
  });
});

describe('conditions', () => {
  const variable = (name: string, title: string, kind: Var['kind'], unit = ''): Var => ({
    ...{ name, title, kind, unit },
    choices: [{ value: '2', label: '装修补偿' }],
  });
  const vars = [
    variable('amount_fen', '金额', 1, '元'),
    variable('term_months', '租期', 3, '个月'),
    variable('has_doc', '有文号', 5),
    variable('doc', '文号', 6),
    variable('reason', '原因', 7),
  ];
  const thresholds: Catalogue['thresholds'] = [{ key: 'flow.waiver.leaderYuan', title: '减免上限', value: 10_000 }];
  const said = (condition: Condition) => words(condition, { vars, thresholds });

  it('read back as the server says them', () => {
    const text: Condition = {
      or: [{ gt: ['amount_fen', '@flow.waiver.leaderYuan'] }, { gt: ['term_months', 60] }],
    };
    expect(said(text)).toBe('（金额大于参数“减免上限”，或租期大于60 个月）');
    expect(said({ ge: ['amount_fen', 100] })).toBe('金额不小于1.00 元');
    expect(said({ eq: ['has_doc', false] })).toBe('有文号为否');
    expect(said({ eq: ['reason', 2] })).toBe('原因为装修补偿');
    expect(said({ in: ['reason', [2, 9]] })).toBe('（原因为装修补偿，或原因为9）');
    expect(said({ like: ['doc', '号'] })).toBe('文号包含“号”');
    expect(said({ not: { eq: ['doc', null] } })).toBe('并非文号为（空）');
    expect(said({ gt: ['term_months', '@flow.waiver.leaderYuan*12'] })).toBe('租期大于参数“减免上限”×12');
  });

  it('are taken apart and put together again', () => {
    for (const condition of [
      { and: [{ gt: ['amount_fen', 1] }] },
      { or: [] },
      { not: { or: [{ eq: ['has_doc', true] }] } },
    ] as Condition[]) {
      const group = groupOf(condition);
      expect(group && fromGroup(group)).toEqual(condition);
    }
    expect(rowOf({ in: ['reason', [1, 2]] })).toEqual({ op: 'in', name: 'reason', right: [1, 2] });
    expect(settingOf('@lease.policyMaxYears*12')).toEqual({ key: 'lease.policyMaxYears', factor: 12 });
    expect(vars.map((one) => blankRow(one).op)).toEqual(['gt', 'gt', 'eq', 'like', 'eq']);
  });

  it('two versions differ in what people see', () => {
    const known = { vars, thresholds };
    const now = toTree(LEASE).tree;
    const other = setNode(insert(now, { after: 't1' }, newTask(now)), 't3', { dueHours: 48 });
    const found = differences({ name: '甲', ...LEASE }, { name: '乙', ...toGraph(other) }, known);
    expect(found.map(({ text }) => text)).toEqual([
      '流程名称由“甲”改为“乙”',
      '环节“t1”的去向：到“c1” → 到“审批”',
      '新增环节“审批”',
      '环节“t3”：时限不同',
    ]);
    expect(differences({ name: '甲', ...LEASE }, { name: '甲', ...toGraph(now) }, known)).toEqual([]);
  });
});
