import { type DeptNode, deptChoicesQuery, deptTreeQuery } from '@/api/people';
import { useQuery } from '@/lib/useQuery';

export const DEPT_TREE_KEY = ['dept', 'tree', 'counted'] as const;
export const ALL_DEPTS_KEY = ['dept', 'tree', 'all'] as const;

/** Departments with their head counts, for people who may list users. */
export const useDeptTree = () => useQuery(deptTreeQuery());

/** Departments for choices, for everybody who is signed in. */
export const useDeptChoices = () => useQuery({ ...deptChoicesQuery(), staleTime: 60_000 });

/** The branches that contain the words; a match keeps everything below it. */
export function filterTree(nodes: readonly DeptNode[], words: string): DeptNode[] {
  if (words === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.label.includes(words)) return [node];
    const children = filterTree(node.children ?? [], words);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export function allIds(nodes: readonly DeptNode[]): number[] {
  return nodes.flatMap((node) => [node.id, ...allIds(node.children ?? [])]);
}

/** The name of a department; '' when it is unknown. */
export function labelOf(nodes: readonly DeptNode[], id: string): string {
  for (const node of nodes) {
    const found = String(node.id) === id ? node.label : labelOf(node.children ?? [], id);
    if (found) return found;
  }
  return '';
}
