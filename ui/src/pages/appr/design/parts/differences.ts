/** What two versions of a process differ in, in sentences. */

import { words } from './condition';
import type { Condition } from './graph';
import { type Catalogue, type DesignNode, type Graph, outOf } from './graph';

const ASPECTS: readonly (readonly [keyof DesignNode, string])[] = [
  ['name', '名称'],
  ['assign', '办理人'],
  ['multi', '多人办理'],
  ['seats', '会签席位'],
  ['onSelf', '发起人在办理人内'],
  ['onEmpty', '找不到办理人'],
  ['apart', '回避环节'],
  ['actions', '可用操作'],
  ['comment', '意见必填'],
  ['minutes', '会议纪要'],
  ['fields', '字段权限'],
  ['dueHours', '时限'],
  ['onTimeout', '超时处理'],
  ['cc', '抄送'],
];

/** What stands for «not said». */
const USUAL: Partial<Record<keyof DesignNode, unknown>> = {
  multi: 'ANY',
  seats: 'person',
  onSelf: 'UP',
  onEmpty: 'ADMIN',
  comment: false,
  minutes: false,
  dueHours: 0,
  onTimeout: 'remind',
};

/** The same text whatever the order of names. */
function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .map(([name, inner]) => `${name}:${text(inner)}`)
    .sort()
    .join()}}`;
}

const aspect = (node: DesignNode, name: keyof DesignNode): string => {
  const value = node[name] ?? USUAL[name];
  const empty = value === undefined || (typeof value === 'object' && Object.keys(value as object).length === 0);
  return empty ? '' : text(value);
};

export interface Difference {
  /** Code of the node that it is about. */
  code: string | null;
  text: string;
}

export interface Compared extends Graph {
  name: string;
  options?: object;
}

type Known = Parameters<typeof words>[1];

/** Ways out of a node in words. */
function ways(graph: Graph, code: string, known: Known): string {
  const name = (to: string | null | undefined) =>
    to ? (graph.nodes.find((node) => node.code === to)?.name ?? to) : '结束';
  return outOf(graph, code)
    .map((edge) => {
      const when = edge.default ? '其他' : edge.if ? words(edge.if as Condition, known) : '';
      return `${when}${when && '时'}到“${name(edge.to)}”`;
    })
    .join('；');
}

export function differences(
  from: Compared,
  to: Compared,
  known: { vars: Known['vars']; thresholds: Catalogue['thresholds'] },
): Difference[] {
  const found: Difference[] = [];
  if (from.name !== to.name) found.push({ code: null, text: `流程名称由“${from.name}”改为“${to.name}”` });
  if (text(from.options ?? {}) !== text(to.options ?? {})) found.push({ code: null, text: '流程选项不同' });
  for (const node of from.nodes) {
    if (!to.nodes.some(({ code }) => code === node.code)) found.push({ code: null, text: `删除环节“${node.name}”` });
  }
  for (const node of to.nodes) {
    const old = from.nodes.find(({ code }) => code === node.code);
    if (!old) {
      found.push({ code: node.code, text: `新增环节“${node.name}”` });
      continue;
    }
    const changed = ASPECTS.filter(([name]) => aspect(old, name) !== aspect(node, name)).map(([, label]) => label);
    if (changed.length > 0) found.push({ code: node.code, text: `环节“${node.name}”：${changed.join('、')}不同` });
    const [before, after] = [ways(from, node.code, known), ways(to, node.code, known)];
    if (before !== after) {
      found.push({ code: node.code, text: `环节“${node.name}”的去向：${before || '无'} → ${after || '无'}` });
    }
  }
  return found;
}
