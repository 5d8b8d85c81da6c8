/** Waivers, money that goes out, month close, invariants and figures of the books. */

import type { Params } from '@/lib/params';
import type { DateSpan, Owned, Rows } from './business';
import { api } from './client';
import { reading } from './reading';
import { defineResource } from './resource';

/** A decision about a document: approval, rejection, taking back. */
export interface Decision {
  id: number;
  version: number;
  approve?: boolean;
  comment?: string;
}

export interface WaivedBill {
  billId: number;
  amountFen: number;
}
export interface WaivedBillRow extends WaivedBill {
  billNo: string;
  leaseNo: string;
  tenantId: number;
  tenantName: string;
  kind: number;
  dueDate: string;
  netFen: number;
  outstandingFen: number;
}
export interface WaiverRow extends Owned {
  waiverId: number;
  waiverNo: string;
  partyAName: string;
  reasonKind: number;
  policyDoc: string;
  billCount: number;
  totalFen: number;
  effectiveDate: string;
  revokedDate?: string | null;
  /** 1 submitted, 2 effective, 3 revoked, 9 rejected. */
  state: number;
  decidedBy: string;
  comment: string;
  /** Empty in the list. */
  bills: WaivedBillRow[];
}
export interface WaiverForm {
  reasonKind: number;
  policyDoc?: string;
  scope: WaivedBill[];
  effectiveDate: string;
  remark?: string;
}
export interface WaiverRule {
  partyAId: number;
  leaseIds?: number[];
  plateId?: number;
  dueFrom: string;
  dueTo: string;
  /** Parts per million. */
  ppm: number;
}
export interface WaiverPreview {
  scope: WaivedBill[];
  bills: WaivedBillRow[];
  totalFen: number;
  tenants: number;
  netBeforeFen: number;
  collectedFen: number;
  toCreditFen: number;
  /** Parts of ten thousand; null when nothing is asked for. */
  rateBefore: number | null;
  rateAfter: number | null;
}
export const waivers = defineResource<WaiverRow, WaiverForm>({
  name: 'fin-waiver',
  base: '/fin/waiver',
  id: 'waiverId',
});
export const previewWaiver = (rule: WaiverRule) =>
  api.get<{ data: WaiverPreview }>('/fin/waiver/preview', { ...rule }).then(({ data }) => data);
export const decideWaiver = (decision: Decision) => api.post('/fin/waiver/decide', decision);
export const revokeWaiver = (decision: Decision) => api.post('/fin/waiver/revoke', decision);

/** An open bill, as far as a waiver needs it. */
export interface OpenBill {
  billId: number;
  billNo: string;
  leaseNo: string;
  tenantName: string;
  partyAName: string;
  kind: number;
  period?: DateSpan | null;
  dueDate: string;
  amountFen: number;
  waivedFen: number;
  creditedFen: number;
  outstandingFen: number;
}
export const openBillsQuery = reading(
  'open-bills',
  (query: Params) => (signal) =>
    api.get<Rows<OpenBill>>('/fin/bill/list', { state: 1, pageSize: 200, ...query }, signal),
);

export interface PayoutFacts {
  partyAId: number;
  tenantId?: number;
  leaseId?: number;
  assetId?: number;
  category?: string;
  month?: string | null;
  amountFen: number;
  payee: string;
  voucherNo?: string;
  /** Of refunds of credit: the treasury pays, because the money came straight to it. */
  byTreasury?: boolean;
}
export interface PayoutForm extends PayoutFacts {
  kind: number;
  paidDate?: string | null;
  files?: number[];
  remark?: string;
}
export interface PayoutRow extends PayoutFacts, Owned {
  payoutId: number;
  payoutNo: string;
  kind: number;
  partyAName: string;
  tenantName: string;
  leaseNo: string;
  assetName: string;
  /** 1 submitted, 2 approved, 3 paid, 4 reversed, 9 rejected. */
  state: number;
  paidDate?: string | null;
  bookDate?: string | null;
  reversedDate?: string | null;
  decidedBy: string;
  comment: string;
  files: number[];
}
/** The calls of one family: `/fin/refund`, `/fin/expense`, `/fin/remittance`. */
function payoutsOf(name: string, base: string) {
  return {
    ...defineResource<PayoutRow, PayoutForm>({ name, base, id: 'payoutId' }),
    decide: (decision: Decision) => api.post(`${base}/decide`, decision),
    reverse: (decision: Decision) => api.post(`${base}/reverse`, decision),
    pay: (payment: { id: number; version: number; paidDate: string }) => api.post(`${base}/pay`, payment),
  };
}
export type PayoutCalls = ReturnType<typeof payoutsOf>;
export const refunds = payoutsOf('fin-refund', '/fin/refund');
export const expenses = payoutsOf('fin-expense', '/fin/expense');
export const remittances = payoutsOf('fin-remittance', '/fin/remittance');
export interface Refundable {
  creditFen: number;
  /** Of the credit what came straight to the treasury, and goes back from there only. */
  treasuryCreditFen: number;
  depositFen: number;
  /** Why the deposit cannot be paid back now; empty when it can. */
  depositHindrance: string;
}
export const refundableQuery = reading(
  'refundable',
  (purse: { partyAId: number; tenantId: number; leaseId: number }) => () =>
    api.get<{ data: Refundable }>('/fin/refund/available', purse).then(({ data }) => data),
);

export interface PartyClose {
  partyAId: number;
  partyAName: string;
  last?: string | null;
  /** Whether the reader closed the last month himself. */
  own: boolean;
  next?: string | null;
  /** Whether the next month is over. */
  ready: boolean;
}
export interface CloseRow {
  partyAId: number;
  partyAName: string;
  month: string;
  closed: boolean;
  own: boolean;
  closedBy: string;
  closedAt: string;
  lastHash: string;
  totals: { account: string; amountFen: number }[];
  reopenedBy: string;
  reopenReason: string;
}
export const partyClosesQuery = reading(
  'party-closes',
  () => () => api.get<{ data: PartyClose[] }>('/fin/close/parties').then(({ data }) => data),
);
export const closedMonthsQuery = reading(
  'closed-months',
  (partyAId: number) => () => api.get<{ data: CloseRow[] }>('/fin/close/list', { partyAId }).then(({ data }) => data),
);
/** What is open before a close; what forbids it is told apart. */
export interface CloseCheck {
  /** The months that would be closed, in order. */
  months: string[];
  /** Of these, how many come before the first one that something forbids. */
  closable: number;
  items: { kind: string; label: string; count: number; forbids: boolean }[];
  /** The leases that lack bills, the first ones. */
  leases: { leaseId: number; leaseNo: string; tenantName: string; month: string }[];
}
export const closeCheck = (partyAId: number, month: string) =>
  api.get<{ data: CloseCheck }>('/fin/close/check', { partyAId, month }).then(({ data }) => data);
/** How far a close of several months came. */
export interface ClosedUntil {
  months: string[];
  stoppedAt?: string | null;
  reason: string;
}
export const closeUntil = (partyAId: number, month: string) =>
  api.post<{ data: ClosedUntil }>('/fin/close/until', { partyAId, month }).then(({ data }) => data);
export const reopenMonth = (partyAId: number, month: string, reason: string) =>
  api.post('/fin/close/reopen', { partyAId, month, reason });

/** An invariant of the books and what was found. */
export interface Check {
  code: string;
  name: string;
  count: number;
  faults: string[];
  /** How to put it right. */
  advice?: string;
}
/** A run over the books that has ended. */
export interface CheckRun {
  runId: number;
  cause: string;
  beginTime: string;
  tookMs: number;
  differences: number;
}
/** What 对账中心 shows: the run under way, what the last one found, the runs that are kept. */
export interface CheckRuns {
  running: { cause: string; since: string | null } | null;
  checks: Check[] | null;
  runs: CheckRun[];
}
export const checkRunsQuery = reading(
  'check-runs',
  () => () => api.get<{ data: CheckRuns }>('/fin/reconcile/list').then(({ data }) => data),
);
export const askForCheck = () => api.post<{ msg: string }>('/fin/reconcile', {});

export interface Figures {
  asOf: string;
  collection: {
    dueFen: number;
    waivedFen: number;
    netDueFen: number;
    collectedFen: number;
    rate: number | null;
    inTimeFen: number;
  };
  received: { totalFen: number; currentFen: number; earlierFen: number; aheadFen: number };
  ageing: {
    bucketsFen: number[];
    overThreeYearsFen: number;
    creditFen: number;
    arrearsFen: number;
    bills: number;
    tenants: number;
  };
  remitted: { shouldFen: number; handedFen: number; owedFen: number; rate: number | null };
}
export const figuresQuery = reading(
  'figures',
  (query: Params) => () => api.get<{ data: Figures }>('/fin/figures', query).then(({ data }) => data),
);

/** Days on which the same amount was open. */
export interface FeeSegment extends DateSpan {
  baseFen: number;
  days: number;
}
export interface LateFeeRow {
  /** The bill that is or was overdue. */
  billId: number;
  billNo: string;
  leaseNo: string;
  tenantName: string;
  partyAName: string;
  kind: number;
  dueDate: string;
  principalFen: number;
  outstandingFen: number;
  /** Parts per million a day. */
  ratePpm: number;
  graceDays: number;
  capPpm: number | null;
  segments: FeeSegment[];
  rawFen: number;
  capped: boolean;
  feeFen: number;
  /** In the books already; then money was taken back since. */
  billedFen: number;
  /** To be billed now; negative when too much was. */
  dueFen: number;
}
export const lateFees = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<LateFeeRow>>('/fin/lateFee/list', query, signal);
export const billLateFees = (billIds: readonly number[]) =>
  api.post<{ data: { issued: number; amountFen: number } }>('/fin/lateFee/bill', { billIds }).then(({ data }) => data);

export interface SheetBill {
  billId: number;
  billNo: string;
  kind: number;
  dueDate: string;
  openFen: number;
  fromCreditFen: number;
  fromDepositFen: number;
}
/** What is netted at the end of a lease. */
export interface Sheet {
  creditFen: number;
  depositFen: number;
  bills: SheetBill[];
  penaltyFen: number;
  damageFen: number;
  forfeitFen: number;
  penaltyFromCreditFen: number;
  refundCreditFen: number;
  refundDepositFen: number;
  stillOwedFen: number;
  balanceFen: number;
}
export interface SettlementDocument extends Owned {
  settlementId: number;
  settlementNo: string;
  /** 1 submitted, 2 approved, 9 rejected. */
  state: number;
  bookDate?: string | null;
  decidedBy: string;
  comment: string;
}
export interface SettlementSheet {
  leaseId: number;
  leaseNo: string;
  partyAName: string;
  tenantId: number;
  tenantName: string;
  /** All tenants the lease has had, the first one first. */
  tenants: { tenantId: number; tenantName: string }[];
  ended: string;
  returnedDate?: string | null;
  sheet: Sheet;
  /** The sheet is the newest settlement's; otherwise it is as it stands today, to be submitted. */
  asSubmitted: boolean;
  /** Why it cannot be submitted; empty when it can. */
  hindrance: string;
  document?: SettlementDocument | null;
}
/** Tenant 0: the one the lease has in the end. */
/** How a step of 退租办理 stands: done, next, waits for a decision or a day, comes later. */
export const STEP = { done: 1, next: 2, waits: 3, later: 4 } as const;
export type StepDeed =
  | 'terminate'
  | 'decideEnd'
  | 'giveBack'
  | 'bill'
  | 'settle'
  | 'decideSettlement'
  | 'decideRefund'
  | 'pay'
  | 'receive';
export interface EndStep {
  label: string;
  state: number;
  note: string;
  deed?: StepDeed | null;
  /** Who does the deed: the right, and the names of the roles that have it. */
  right: string;
  doers: string[];
  /** The document it is about. */
  no: string;
}
export const endStepsQuery = reading(
  'end-steps',
  (leaseId: number) => () => api.get<{ data: EndStep[] }>(`/fin/settlement/steps/${leaseId}`).then(({ data }) => data),
);

export const settlementQuery = reading(
  'settlement',
  (leaseId: number, tenantId: number, penaltyFen: number) => () =>
    api.get<{ data: SettlementSheet }>(`/fin/settlement/${leaseId}`, { tenantId, penaltyFen }).then(({ data }) => data),
);
export const submitSettlement = (form: { leaseId: number; tenantId: number; penaltyFen: number; remark: string }) =>
  api.post('/fin/settlement', form);
export const decideSettlement = (decision: Decision) => api.post('/fin/settlement/decide', decision);

export interface SettlementRow extends Owned {
  settlementId: number;
  settlementNo: string;
  leaseId: number;
  leaseNo: string;
  tenantName: string;
  partyAName: string;
  state: number;
  openFen: number;
  penaltyFen: number;
  refundFen: number;
  stillOwedFen: number;
  bookDate?: string | null;
  submittedBy: string;
  decidedBy: string;
}
export interface SettlementSums {
  openFen: number;
  penaltyFen: number;
  refundFen: number;
  stillOwedFen: number;
}
export const listSettlements = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<SettlementRow> & { sums: SettlementSums }>('/fin/settlement/list', query, signal);
/** One settlement with the sheet that was submitted. */
export const settlementDocumentQuery = reading(
  'settlement-document',
  (id: number) => () => api.get<{ data: SettlementSheet }>(`/fin/settlement/document/${id}`).then(({ data }) => data),
);
