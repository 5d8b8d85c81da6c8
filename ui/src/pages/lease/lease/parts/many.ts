/** Many leases in one operation: which are meant, and what is asked for. */
import { DECIDING, type LeaseAct, type ListLeases, type ManyLeases } from '@/api/lease';
import type { Params } from '@/lib/params';

/** Which of the leases: those that are ticked, or all of the list's query. */
export type Scope = 'chosen' | 'all';

/** What stood in the list when the dialog was opened. */
export interface Asked {
  act: LeaseAct;
  ids: readonly number[];
  /** All of the query are ticked. */
  whole: boolean;
  filters: Params;
}

export interface ManyValues {
  comment?: string;
  signDate?: string | null;
}

/** The right that an act asks for. */
export const rightOf = (act: LeaseAct): string => `lease:lease:${DECIDING.includes(act) ? 'approve' : 'edit'}`;

/** Filters of the list as the body takes them. */
const SEVERAL: readonly (keyof ListLeases)[] = ['partyAId', 'tenantId', 'roomId', 'assetId', 'state'];
const TEXTS: readonly (keyof ListLeases)[] = ['keyWord', 'onDay'];
const among = (names: readonly string[], name: string): boolean => names.includes(name);

/** The list's query. One that is not known would mean more leases than are shown: it is refused. */
export function queryOf(filters: Params): ListLeases {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const text = String(value);
    if (among(SEVERAL, name)) query[name] = text.split(',').filter(Boolean).map(Number);
    else if (name === 'watch') query[name] = Number(text);
    else if (among(TEXTS, name)) query[name] = text;
    else throw new Error('有查询条件不能用于批量办理，请改为选中合同后办理');
  }
  return query as ListLeases;
}

/** What is sent. */
export function bodyOf({ act, ids, filters }: Asked, scope: Scope, values: ManyValues, dryRun: boolean): ManyLeases {
  const { comment = '', signDate } = values;
  const isChosen = scope === 'chosen';
  return {
    act,
    leaseIds: isChosen ? [...ids] : [],
    query: isChosen ? {} : queryOf(filters),
    comment: comment.trim(),
    ...(signDate && { signDate }),
    dryRun,
  };
}
