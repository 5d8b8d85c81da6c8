/**
 * A process as people draw it: one step after the other, a choice as columns that meet again. The graph of the server and
 * this tree say the same; what a tree can't say (a circle, a jump into another branch) is named as lost.
 */
import { BEGIN, CHOICE, type Condition, type DesignEdge, type DesignNode, type Graph, outOf, TASK } from './graph';

export interface Branch {
  /** Its place in the drawing, for selection; not stored. */
  id: string;
  name: string;
  condition: Condition | null;
  isDefault: boolean;
  /** Ends the process although its neighbours go on. */
  ends: boolean;
  items: readonly Item[];
}
export interface Item {
  node: DesignNode;
  /** Of a choice. */
  branches: readonly Branch[];
}
export interface Tree {
  begin: DesignNode;
  items: readonly Item[];
}

export const branchId = (choice: string, place: number): string => `${choice}/${place}`;

function reach(graph: Graph, from: string | null): Set<string> {
  const found = new Set<string>();
  const left = from === null ? [] : [from];
  for (let code = left.pop(); code !== undefined; code = left.pop()) {
    if (found.has(code)) continue;
    found.add(code);
    for (const { to } of outOf(graph, code)) if (to) left.push(to);
  }
  return found;
}

/** Where branches of a choice meet again: the first of what several of them reach. */
function joinOf(graph: Graph, choice: string): string | null {
  const ways = new Map<string, number>();
  for (const edge of outOf(graph, choice)) {
    for (const code of reach(graph, edge.to ?? null)) ways.set(code, (ways.get(code) ?? 0) + 1);
  }
  const shared = [...ways].filter(([, many]) => many > 1).map(([code]) => code);
  return shared.find((first) => shared.every((other) => reach(graph, first).has(other))) ?? null;
}

/** The tree of a graph, and the codes of nodes that it can't show. */
export function toTree(graph: Graph): { tree: Tree; lost: string[] } {
  const byCode = new Map(graph.nodes.map((node) => [node.code, node]));
  const seen = new Set<string>();
  const walk = (from: string | null, stop: string | null): { items: Item[]; end: string | null } => {
    const items: Item[] = [];
    let code = from;
    while (code !== null && code !== stop) {
      const node = byCode.get(code);
      if (!node || seen.has(code)) return { items, end: null };
      seen.add(code);
      const ways = outOf(graph, code);
      if (node.type !== CHOICE) {
        items.push({ node, branches: [] });
        code = ways[0]?.to ?? null;
        continue;
      }
      const goesOn: string | null = joinOf(graph, code) ?? stop;
      const choice = code;
      const branches = ways.map((edge, place): Branch => {
        const inner = walk(edge.to ?? null, goesOn);
        return {
          id: branchId(choice, place),
          name: edge.name ?? '',
          condition: (edge.if ?? null) as Condition | null,
          isDefault: edge.default ?? false,
          ends: goesOn !== null && inner.end === null,
          items: inner.items,
        };
      });
      items.push({ node, branches });
      code = goesOn;
    }
    return { items, end: code };
  };
  const begin = graph.nodes.find(({ type }) => type === BEGIN) ?? { code: 'b', type: BEGIN, name: '发起' };
  seen.add(begin.code);
  const { items } = walk(outOf(graph, begin.code)[0]?.to ?? null, null);
  return { tree: { begin, items }, lost: graph.nodes.map(({ code }) => code).filter((code) => !seen.has(code)) };
}

/** The graph of a tree: nodes from top to bottom, edges beside them. */
export function toGraph(tree: Tree): { nodes: DesignNode[]; edges: DesignEdge[] } {
  const nodes: DesignNode[] = [tree.begin];
  const edges: DesignEdge[] = [];
  const first = (items: readonly Item[], then: string | null): string | null => items[0]?.node.code ?? then;
  const line = (from: string, to: string | null): DesignEdge => (to === null ? { from } : { from, to });
  const lay = (items: readonly Item[], then: string | null): void => {
    items.forEach(({ node, branches }, place) => {
      const next = first(items.slice(place + 1), then);
      nodes.push(node);
      if (node.type !== CHOICE) {
        edges.push(line(node.code, next));
        return;
      }
      let order = 0;
      for (const branch of branches) {
        const goesOn = branch.ends ? null : next;
        if (!branch.isDefault) order += 1;
        edges.push({
          ...line(node.code, first(branch.items, goesOn)),
          ...(branch.name && { name: branch.name }),
          ...(branch.isDefault ? { default: true } : { order }),
          ...(branch.condition && !branch.isDefault && { if: branch.condition as NonNullable<DesignEdge['if']> }),
        });
        lay(branch.items, goesOn);
      }
    });
  };
  edges.push(line(tree.begin.code, first(tree.items, null)));
  lay(tree.items, null);
  return { nodes, edges };
}

/** Where something new goes: after a node, or to the top of a branch. */
export type Spot = { after: string } | { into: string };

type Lists = (items: readonly Item[]) => readonly Item[];

/** Every list of the tree, from the innermost outwards, given through `change`. */
function eachList(items: readonly Item[], change: Lists): readonly Item[] {
  return change(
    items.map((item) => {
      if (item.branches.length === 0) return item;
      return {
        ...item,
        branches: item.branches.map((branch) => ({ ...branch, items: eachList(branch.items, change) })),
      };
    }),
  );
}

const withLists = (tree: Tree, change: Lists): Tree => ({ ...tree, items: eachList(tree.items, change) });

const withItems = (tree: Tree, change: (item: Item) => Item): Tree => withLists(tree, (items) => items.map(change));

export function insert(tree: Tree, spot: Spot, item: Item): Tree {
  if ('into' in spot) {
    return withItems(tree, (one) => ({
      ...one,
      branches: one.branches.map((branch) =>
        branch.id === spot.into ? { ...branch, items: [item, ...branch.items] } : branch,
      ),
    }));
  }
  if (spot.after === tree.begin.code) return { ...tree, items: [item, ...tree.items] };
  return withLists(tree, (items) => items.flatMap((one) => (one.node.code === spot.after ? [one, item] : [one])));
}

export const remove = (tree: Tree, code: string): Tree =>
  withLists(tree, (items) => items.filter(({ node }) => node.code !== code));

const swapped = <One>(list: readonly One[], at: number, by: number): readonly One[] => {
  const to = at + by;
  if (at < 0 || to < 0 || to >= list.length) return list;
  const next = [...list];
  const [moved] = next.splice(at, 1);
  if (moved !== undefined) next.splice(to, 0, moved);
  return next;
};

/** One place up or down among its neighbours. */
export const move = (tree: Tree, code: string, by: number): Tree =>
  withLists(tree, (items) => {
    const at = items.findIndex(({ node }) => node.code === code);
    return at < 0 ? items : swapped(items, at, by);
  });

export function setNode(tree: Tree, code: string, patch: Partial<DesignNode>): Tree {
  if (tree.begin.code === code) return { ...tree, begin: { ...tree.begin, ...patch } };
  return withItems(tree, (item) => (item.node.code === code ? { ...item, node: { ...item.node, ...patch } } : item));
}

export const setBranch = (tree: Tree, id: string, patch: Partial<Branch>): Tree =>
  withItems(tree, (item) => ({
    ...item,
    branches: item.branches.map((branch) => (branch.id === id ? { ...branch, ...patch } : branch)),
  }));

/** A branch before the default one. */
export const addBranch = (tree: Tree, choice: string): Tree =>
  withItems(tree, (item) => {
    if (item.node.code !== choice) return item;
    const taken = new Set(item.branches.map(({ id }) => id));
    let place = item.branches.length;
    while (taken.has(branchId(choice, place))) place += 1;
    const fresh: Branch = {
      id: branchId(choice, place),
      name: '',
      condition: { or: [] },
      isDefault: false,
      ends: false,
      items: [],
    };
    return { ...item, branches: [...item.branches.slice(0, -1), fresh, ...item.branches.slice(-1)] };
  });

/** Never the default one, never one of the last two. */
export const removeBranch = (tree: Tree, id: string): Tree =>
  withItems(tree, (item) =>
    item.branches.length > 2
      ? { ...item, branches: item.branches.filter((branch) => branch.id !== id || branch.isDefault) }
      : item,
  );

/** Earlier or later among the branches; the default stays last. */
export const moveBranch = (tree: Tree, id: string, by: number): Tree =>
  withItems(tree, (item) => {
    const at = item.branches.findIndex((branch) => branch.id === id);
    const next = item.branches[at + by];
    if (at < 0 || item.branches[at]?.isDefault || !next || next.isDefault) return item;
    return { ...item, branches: swapped(item.branches, at, by) };
  });

/** A line of the drawing, from top to bottom: what arrows walk through. */
export interface Line {
  /** Code of a node, or id of a branch. */
  key: string;
  level: number;
  node: DesignNode | null;
  branch: Branch | null;
  /** What it lies in: the branch of a node, the choice of a branch. */
  parent: string | null;
}

export function lines(tree: Tree): Line[] {
  const found: Line[] = [{ key: tree.begin.code, level: 1, node: tree.begin, branch: null, parent: null }];
  const walk = (items: readonly Item[], level: number, parent: string | null): void => {
    for (const { node, branches } of items) {
      found.push({ key: node.code, level, node, branch: null, parent });
      for (const branch of branches) {
        found.push({ key: branch.id, level: level + 1, node: null, branch, parent: node.code });
        walk(branch.items, level + 2, branch.id);
      }
    }
  };
  walk(tree.items, 1, null);
  return found;
}

export const itemOf = (tree: Tree, code: string): Item | undefined => {
  const search = (items: readonly Item[]): Item | undefined => {
    for (const item of items) {
      if (item.node.code === code) return item;
      for (const { items: inner } of item.branches) {
        const found = search(inner);
        if (found) return found;
      }
    }
    return undefined;
  };
  return search(tree.items);
};

/** A code that no node has. */
export function freshCode(tree: Tree, letter: 't' | 'c'): string {
  const taken = new Set(lines(tree).map(({ key }) => key));
  let number = 1;
  while (taken.has(`${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}

export const newTask = (tree: Tree): Item => ({
  node: { code: freshCode(tree, 't'), type: TASK, name: '审批', assign: [{ kind: 'DEPT_LEADER' }], onEmpty: 'UP' },
  branches: [],
});

export function newChoice(tree: Tree): Item {
  const code = freshCode(tree, 'c');
  const branch = (place: number, isDefault: boolean): Branch => ({
    id: branchId(code, place),
    name: '',
    condition: isDefault ? null : { or: [] },
    isDefault,
    ends: false,
    items: [],
  });
  return { node: { code, type: CHOICE, name: '条件' }, branches: [branch(0, false), branch(1, true)] };
}

/** Task nodes that every way to a node passes before it: whom it may be kept apart from. */
export function before(tree: Tree, code: string): DesignNode[] {
  const search = (items: readonly Item[], passed: DesignNode[]): DesignNode[] | undefined => {
    const known = [...passed];
    for (const { node, branches } of items) {
      if (node.code === code) return known;
      for (const branch of branches) {
        const found = search(branch.items, known);
        if (found) return found;
      }
      if (node.type === TASK) known.push(node);
      for (const { items: inner } of branches) {
        known.push(...inner.filter((item) => item.node.type === TASK).map((item) => item.node));
      }
    }
    return undefined;
  };
  return search(tree.items, []) ?? [];
}

export const branchName = (branch: Branch, place: number): string =>
  branch.name || (branch.isDefault ? '默认' : `分支${place + 1}`);
