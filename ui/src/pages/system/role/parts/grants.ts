/**
 * Which nodes of a rights tree are granted. One set of ids holds the truth. In a linked tree the parents of a granted
 * node belong to it too; a parent that is granted without all of its children shows as half-checked. antd's own
 * linking would check all children of such a parent, and so hand out rights nobody chose.
 */
import type { GrantNode } from '@/api/role';

export interface Marks {
  checked: number[];
  halfChecked: number[];
}

/** What a click needs of a node. */
type Branch = Pick<GrantNode, 'id'> & { children?: readonly Branch[] };

export function idsOf(nodes: readonly Branch[]): number[] {
  return nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])]);
}

/** The granted ids with all parents of granted nodes. */
export function withParents(nodes: readonly GrantNode[], granted: ReadonlySet<number>): Set<number> {
  const found = new Set(granted);
  const visit = (node: GrantNode): boolean => {
    const below = (node.children ?? []).map(visit).some(Boolean);
    if (below) found.add(node.id);
    return below || found.has(node.id);
  };
  nodes.forEach(visit);
  return found;
}

/** How the nodes show. */
export function marksOf(nodes: readonly GrantNode[], granted: ReadonlySet<number>, linked: boolean): Marks {
  if (!linked) return { checked: idsOf(nodes).filter((id) => granted.has(id)), halfChecked: [] };
  const marks: Marks = { checked: [], halfChecked: [] };
  const visit = (node: GrantNode): boolean => {
    const full = (node.children ?? []).map(visit).every(Boolean) && granted.has(node.id);
    if (full) marks.checked.push(node.id);
    else if (granted.has(node.id)) marks.halfChecked.push(node.id);
    return full;
  };
  nodes.forEach(visit);
  return marks;
}

/** Drops the parents none of whose children is granted any more, on the way to one node. */
function pruneAbove(nodes: readonly GrantNode[], id: number, granted: Set<number>): boolean {
  for (const node of nodes) {
    if (node.id === id) return true;
    const children = node.children ?? [];
    if (!pruneAbove(children, id, granted)) continue;
    if (!children.some((child) => granted.has(child.id))) granted.delete(node.id);
    return true;
  }
  return false;
}

/**
 * The granted ids after a click on a node. `node` is the node as it is shown: a search hides some of its children, and
 * what is hidden stays as it was.
 */
export function toggled(
  nodes: readonly GrantNode[],
  granted: ReadonlySet<number>,
  node: Branch,
  on: boolean,
  linked: boolean,
): Set<number> {
  const next = new Set(granted);
  for (const id of linked ? idsOf([node]) : [node.id]) {
    if (on) next.add(id);
    else next.delete(id);
  }
  if (!linked) return next;
  if (!on) pruneAbove(nodes, node.id, next);
  return withParents(nodes, next);
}

/** What reaches rows of data: without the parents that are only there because something below them is granted. */
export function withoutHalf(nodes: readonly GrantNode[], granted: ReadonlySet<number>): number[] {
  const kept: number[] = [];
  const visit = (node: GrantNode): boolean => {
    const children = node.children ?? [];
    const full = children.map(visit).every(Boolean) && granted.has(node.id);
    const alone = granted.has(node.id) && !children.some((child) => granted.has(child.id));
    if (full || alone) kept.push(node.id);
    return full;
  };
  nodes.forEach(visit);
  return kept;
}

/** The branches that contain the words; a match keeps everything below it. */
export function matching(nodes: readonly GrantNode[], words: string): GrantNode[] {
  if (words === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.label.includes(words)) return [node];
    const children = matching(node.children ?? [], words);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
