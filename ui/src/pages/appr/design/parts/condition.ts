/** Conditions: taken apart for the editor, and read back in a sentence as the server says it (`approvals/condition.rs`). */
import { VarKind } from '@/api/generated/enums';
import { formatYuan } from '@/lib/money';
import { type Catalogue, COMPARISONS, type Comparison, type Condition, type Operand, type Var } from './graph';

export type GroupKind = 'and' | 'or' | 'none';
export const GROUPS: readonly { value: GroupKind; label: string }[] = [
  { value: 'and', label: '全部满足' },
  { value: 'or', label: '任一满足' },
  { value: 'none', label: '都不满足' },
];

export interface Group {
  kind: GroupKind;
  parts: Condition[];
}

export type RowOp = Comparison | 'in' | 'like';
export interface Row {
  op: RowOp;
  name: string;
  right: Operand | Operand[];
}

export const WORDS: Readonly<Record<Comparison, string>> = {
  gt: '大于',
  ge: '不小于',
  lt: '小于',
  le: '不大于',
  eq: '为',
  ne: '不为',
};

/** A condition as a group; a single comparison is none. */
export function groupOf(condition: Condition): Group | null {
  if ('and' in condition) return { kind: 'and', parts: condition.and };
  if ('or' in condition) return { kind: 'or', parts: condition.or };
  if ('not' in condition) {
    const { not } = condition;
    return { kind: 'none', parts: 'or' in not ? not.or : [not] };
  }
  return null;
}

export const fromGroup = ({ kind, parts }: Group): Condition =>
  kind === 'and' ? { and: parts } : kind === 'or' ? { or: parts } : { not: { or: parts } };

/** A single comparison taken apart. */
export function rowOf(condition: Condition): Row | null {
  if ('in' in condition) return { op: 'in', name: condition.in[0], right: condition.in[1] };
  if ('like' in condition) return { op: 'like', name: condition.like[0], right: condition.like[1] };
  for (const op of COMPARISONS) {
    const pair = (condition as Partial<Record<Comparison, [string, Operand]>>)[op];
    if (pair) return { op, name: pair[0], right: pair[1] };
  }
  return null;
}

// a key that is computed is any text to the types; `op` is one of the comparisons
export const fromRow = ({ op, name, right }: Row): Condition => ({ [op]: [name, right] }) as unknown as Condition;

/** Key and factor of an operand that names a setting. */
export function settingOf(operand: Operand | Operand[]): { key: string; factor: number } | null {
  if (typeof operand !== 'string' || !operand.startsWith('@')) return null;
  const [key = '', factor] = operand.slice(1).split('*');
  return { key, factor: factor === undefined ? 1 : Number(factor.trim()) || 0 };
}

export const toSetting = (key: string, factor: number): string => (factor === 1 ? `@${key}` : `@${key}*${factor}`);

/** What a variable may be compared by. */
export function opsOf(kind: number): readonly RowOp[] {
  if (kind === VarKind.Bool) return ['eq'];
  if (kind === VarKind.Text) return ['eq', 'ne', 'like'];
  if (kind === VarKind.Choice || kind === VarKind.Reference) return ['eq', 'ne', 'in'];
  return COMPARISONS;
}

/** What a new comparison of a variable begins with. */
export function blankRow({ name, kind }: Var): Row {
  if (kind === VarKind.Bool) return { op: 'eq', name, right: true };
  if (kind === VarKind.Text) return { op: 'like', name, right: '' };
  if (kind === VarKind.Choice || kind === VarKind.Reference) return { op: 'eq', name, right: 1 };
  return { op: 'gt', name, right: 0 };
}

export const opWord = (op: RowOp): string => (op === 'in' ? '为其中之一' : op === 'like' ? '包含' : WORDS[op]);

/** A value as people read it. */
export function valueText(known: Var | undefined, value: Operand): string {
  if (value === null) return '（空）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return `“${value}”`;
  switch (known?.kind) {
    case VarKind.Money:
      return `${formatYuan(value)} 元`;
    case VarKind.Area:
      return `${formatYuan(value)} ㎡`;
    case VarKind.Ppm:
      return `${formatYuan(Math.trunc(value / 100))} %`;
    case VarKind.Count:
      return `${value} ${known.unit}`;
    case VarKind.Choice:
      return known.choices.find((choice) => Number(choice.value) === value)?.label ?? String(value);
    default:
      return String(value);
  }
}

type Known = { vars: readonly Var[]; thresholds: Catalogue['thresholds'] };

/** The sentence of a condition. */
export function words(condition: Condition, known: Known): string {
  const group = groupOf(condition);
  if (group) {
    const parts = group.parts.map((part) => words(part, known));
    if (group.kind === 'none') {
      return 'not' in condition && 'or' in condition.not ? `并非（${parts.join('，或')}）` : `并非${parts[0] ?? ''}`;
    }
    return `（${parts.join(group.kind === 'and' ? '，且' : '，或')}）`;
  }
  const row = rowOf(condition);
  if (!row) return '';
  const variable = known.vars.find(({ name }) => name === row.name);
  const title = variable?.title ?? row.name;
  const right = (operand: Operand): string => {
    const setting = settingOf(operand);
    if (!setting) return valueText(variable, operand);
    const label = known.thresholds.find(({ key }) => key === setting.key)?.title ?? setting.key;
    return setting.factor === 1 ? `参数“${label}”` : `参数“${label}”×${setting.factor}`;
  };
  if (Array.isArray(row.right)) return `（${row.right.map((one) => `${title}为${right(one)}`).join('，或')}）`;
  return `${title}${row.op === 'like' ? '包含' : WORDS[row.op as Comparison]}${right(row.right)}`;
}
