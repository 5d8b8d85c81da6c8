/** Flat lists as trees: nesting, walking, and moving a row among its siblings. */

/** A row with the rows below it; leaves have no `children`. */
export type TreeRow<Row> = Omit<Row, 'children'> & { children?: TreeRow<Row>[] };

/** How a tree list reads its rows. */
export interface Links<Row> {
  idOf: (row: Row) => number;
  parentOf: (row: Row) => number | null | undefined;
}

/** Nests rows in their order. A row whose parent is not among them is a root. */
export function nest<Row extends object>(rows: readonly Row[], { idOf, parentOf }: Links<Row>): TreeRow<Row>[] {
  const nodes = new Map<number, TreeRow<Row>>();
  for (const row of rows) {
    const { children: _sent, ...own } = row as Row & { children?: unknown };
    nodes.set(idOf(row), own as TreeRow<Row>);
  }
  const roots: TreeRow<Row>[] = [];
  for (const row of rows) {
    const node = nodes.get(idOf(row)) as TreeRow<Row>;
    const parent = nodes.get(parentOf(row) ?? 0);
    if (!parent || parent === node) roots.push(node);
    else parent.children = [...(parent.children ?? []), node];
  }
  return roots;
}

/** The rows that were found, and those above them, in the order of all rows. */
export function withAncestors<Row>(all: readonly Row[], found: readonly Row[], { idOf, parentOf }: Links<Row>): Row[] {
  const byId = new Map(all.map((row) => [idOf(row), row]));
  const kept = new Set<number>();
  for (const row of found) {
    let id: number | undefined = idOf(row);
    while (id !== undefined && !kept.has(id)) {
      const here = byId.get(id);
      if (!here) break;
      kept.add(id);
      id = parentOf(here) ?? undefined;
    }
  }
  return all.filter((row) => kept.has(idOf(row)));
}

/** A row on its way through the tree, with its depth from 0. */
export interface Visit<Row> {
  row: TreeRow<Row>;
  depth: number;
}

/** The rows in reading order; `open` says below which of them to go on. */
export function walk<Row>(
  nodes: readonly TreeRow<Row>[],
  open: (row: TreeRow<Row>) => boolean = () => true,
  depth = 0,
): Visit<Row>[] {
  return nodes.flatMap((row) => [{ row, depth }, ...(open(row) ? walk(row.children ?? [], open, depth + 1) : [])]);
}

/** The siblings of a row, itself included; empty when it is unknown. */
export function siblingsOf<Row>(
  nodes: readonly TreeRow<Row>[],
  id: number,
  idOf: (row: TreeRow<Row>) => number,
): readonly TreeRow<Row>[] {
  if (nodes.some((row) => idOf(row) === id)) return nodes;
  for (const row of nodes) {
    const found = siblingsOf(row.children ?? [], id, idOf);
    if (found.length > 0) return found;
  }
  return [];
}

/** The ids with one of them moved to another place; null when that changes nothing. */
export function moveTo(ids: readonly number[], id: number, place: number): number[] | null {
  const from = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, place));
  if (from < 0 || from === to) return null;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
