/** What keeps a ledger from being submitted, and what is to be seen to first. */
import type { NewTenant, TakeoverCheck, TakeoverReading, TakeoverTenant } from '@/api/takeover';

const UNSAVED = '有未保存的修改，请先保存并重新核对';
const RUNNING = '正在核对，请稍候';
const FAILED = '还没有核对结果，请重试';
const OLD = '内容已更新，请重新核对';

/** Tenants whose arrears differ from the ledger. */
export const differing = (tenants: readonly TakeoverTenant[]): TakeoverTenant[] =>
  tenants.filter(({ differenceFen }) => differenceFen !== 0);

/** What stands beside a difference now. */
export const noteOf = ({ notes }: TakeoverReading, { name, note }: TakeoverTenant): string =>
  name in notes ? (notes[name] ?? '') : note;

/** How many differences nobody has explained yet. */
export const unexplained = (tenants: readonly TakeoverTenant[], reading: TakeoverReading): number =>
  differing(tenants).filter((tenant) => noteOf(reading, tenant).trim() === '').length;

/** Who a new tenant is, as far as somebody has said it; 0: none of the near ones. */
export const chosenFor = ({ tenants }: TakeoverReading, { name, chosen }: NewTenant): number | undefined =>
  tenants[name] ?? chosen ?? undefined;

/** New tenants of whom nobody has said yet whether they are one of the register. */
export const undecided = (tenants: readonly NewTenant[], reading: TakeoverReading): NewTenant[] =>
  tenants.filter((tenant) => tenant.near.length > 0 && chosenFor(reading, tenant) === undefined);

interface Now {
  /** Absent while it is read for the first time. */
  check: TakeoverCheck | undefined;
  dirty: boolean;
  busy: boolean;
  /** The version of the batch as it is shown. */
  version: number;
}

/** Why what was compared says nothing of what is shown; empty when it does. */
export function reasonToWait({ check, dirty, busy, version }: Now): string {
  if (dirty) return UNSAVED;
  if (busy) return RUNNING;
  if (!check) return FAILED;
  return check.version === version ? '' : OLD;
}

/** Why it can't be submitted now; empty when it can. */
export function reasonAgainst(now: Now): string {
  const { check } = now;
  const waits = reasonToWait(now);
  if (!check || waits !== '' || check.isReady) return waits;
  if (check.lacks.length > 0) return `还没有对应的列：${check.lacks.join('、')}`;
  if (check.doubts.length > 0) return '请先选定金额单位';
  if (check.stops > 0) return `有 ${check.stops} 处必须处理的问题，见“提示”`;
  return '核对没有通过，见“提示”';
}

/** The part of the page that a person needs next. */
export function firstTab({ lacks, doubts, stops }: TakeoverCheck): string {
  if (lacks.length > 0 || doubts.length > 0) return 'columns';
  return stops > 0 ? 'problems' : 'compare';
}
