/** What the designer holds: the drawing as people change it, and as the server takes it. */

import { AssignKindLabels, DeptOfLabels, MultiLabels, ReachLabels } from '@/api/generated/enums';
import type { Definition, Drawing } from '@/api/process';
import type { Assign, Catalogue, DesignNode, Options } from './graph';
import { type Tree, toGraph, toTree } from './tree';

export interface Draft {
  name: string;
  remark: string;
  options: Options;
  tree: Tree;
}

export function draftOf(definition: Definition): { draft: Draft; lost: string[] } {
  const { tree, lost } = toTree(definition);
  const { name, remark, options } = definition;
  return { draft: { name, remark, options, tree }, lost };
}

export const drawingOf = (key: string, { name, remark, options, tree }: Draft): Drawing => ({
  key,
  name,
  remark,
  options,
  ...toGraph(tree),
});

/** The label of a value in a table of an enumeration. */
export const wordOf = (labels: readonly (readonly [string, string])[], value: string): string =>
  labels.find(([known]) => known === value)?.[1] ?? value;

export const optionsOf = (labels: readonly (readonly [string, string])[]) =>
  labels.map(([value, label]) => ({ value, label }));

const named = (among: Catalogue['roles'], value: string | undefined): string =>
  among.find((one) => one.value === value)?.label ?? value ?? '';

/** A line of people in words; persons by their number only count. */
export function assignText(assign: Assign, catalogue: Catalogue): string {
  const where = assign.reach && assign.reach !== 'all' ? `（${wordOf(ReachLabels, assign.reach)}）` : '';
  const whose = assign.of && assign.of !== 'initiator' ? `（${wordOf(DeptOfLabels, assign.of)}）` : '';
  switch (assign.kind) {
    case 'USER':
      return `指定 ${assign.users?.length ?? 0} 人`;
    case 'INITIATOR_PICK':
      return `发起人从 ${assign.users?.length ?? 0} 人中选择`;
    case 'ROLE':
      return `${named(catalogue.roles, assign.name) || '未选角色'}${where}`;
    case 'POST':
      return `${named(catalogue.posts, assign.name) || '未选岗位'}${where}`;
    case 'RIGHT':
      return named(catalogue.rights, assign.name) || '未选权限';
    case 'DEPT_LEADER':
      return `部门负责人${assign.level ? `（上 ${assign.level} 级）` : ''}${whose}`;
    case 'IN_CHARGE':
      return `分管领导${whose}`;
    default:
      return wordOf(AssignKindLabels, assign.kind);
  }
}

/** Who decides at a node, for its box. */
export function peopleText(node: DesignNode, catalogue: Catalogue): string {
  const lines = (node.assign ?? []).map((assign) => assignText(assign, catalogue));
  if (lines.length === 0) return '未设置办理人';
  const multi = node.multi && node.multi !== 'ANY' ? ` · ${wordOf(MultiLabels, node.multi)}` : '';
  return lines.join('、') + multi;
}
