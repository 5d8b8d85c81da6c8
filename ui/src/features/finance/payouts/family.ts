import type { PayoutCalls, PayoutRow } from '@/api/finance/payout';
import type { Choice } from '@/features/business/labels';
import type { Fact } from '@/ui/Facts';
import type { ListColumn, QueryField } from '@/ui/list/types';

/** What a page about one family of documents declares: refunds, expenses, remittances. */
export interface PayoutFamily {
  /** Name of the list in caches. */
  list: string;
  /** Path of its calls and, with colons, the beginning of its permissions. */
  base: string;
  prefix: string;
  /** Key of the process that decides about it. */
  process: string;
  noun: string;
  addText: string;
  states: readonly Choice[];
  /** «付款日期», «上缴日期» */
  dayLabel: string;
  calls: PayoutCalls;
  /** Whether an approved document is paid by an operation of its own. */
  isPaid: boolean;
  /** Filters beside number, party A, state and day. */
  fields: readonly QueryField[];
  /** Columns between the number and the amount. */
  columns: readonly ListColumn<PayoutRow>[];
  /** What the drawer shows beside what all have. */
  facts: (row: PayoutRow) => readonly Fact[];
}
