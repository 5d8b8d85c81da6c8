/** Money: bills, receipts, deposits, statements of account. Amounts are fen. */

import type { Params } from '@/lib/params';
import type { DateSpan, Owned, Rows } from './business';
import { api } from './client';
import type { BillLine, Explanation } from './lease';
import { reading } from './reading';

export interface BillRow extends Owned {
  billId: number;
  billNo: string;
  /** 0 for an opening bill without a lease. */
  leaseId: number;
  leaseNo: string;
  tenantId: number;
  tenantName: string;
  partyAId: number;
  partyAName: string;
  plateName: string;
  roomText: string;
  kind: number;
  period?: DateSpan | null;
  issueDate: string;
  dueDate: string;
  amountFen: number;
  waivedFen: number;
  allocatedFen: number;
  creditedFen: number;
  outstandingFen: number;
  source: number;
  /** 1 issued, 2 void. */
  state: number;
  payState: number;
  overdueDays: number;
}
export interface BillSums {
  amountFen: number;
  waivedFen: number;
  allocatedFen: number;
  outstandingFen: number;
}
export interface BillAllocation {
  allocationId: number;
  source: number;
  receiptId: number;
  receiptNo: string;
  amountFen: number;
  bookDate: string;
  valueDate: string;
  mode: number;
}
export interface BillCard extends BillRow {
  lines: BillLine[];
  split: { roomId: number; roomCode: string; amountFen: number }[];
  allocations: BillAllocation[];
  adjustments: BillRow[];
  capitals: string;
}

/** A range of the query form under the names the server knows: `params` -> `<name>From`, `<name>To`. */
export function rangeAs(name: string, { params, ...filters }: Params): Params {
  const { beginTime, endTime } = (params ?? {}) as { beginTime?: string; endTime?: string };
  return {
    ...filters,
    ...(beginTime && { [`${name}From`]: beginTime }),
    ...(endTime && { [`${name}To`]: endTime }),
  };
}

export type BillAnswer = Rows<BillRow> & { sums: BillSums };
export const listBills = (query: Params, signal?: AbortSignal) =>
  api.get<BillAnswer>('/fin/bill/list', rangeAs('due', query), signal);
export const billsQuery = reading('bills', (query: Params) => (signal) => listBills(query, signal));
export const billQuery = reading(
  'bill',
  (id: number) => () => api.get<{ data: BillCard }>(`/fin/bill/${id}`).then(({ data }) => data),
);
export const billExplanationQuery = reading(
  'bill-explanation',
  (id: number) => () => api.get<{ data: Explanation }>(`/fin/bill/${id}/explain`).then(({ data }) => data),
);

export interface Billed {
  issued: number;
  adjusted: number;
  amountFen: number;
  /** Leases that refused; the first of them by name. */
  refused?: number;
  leases?: { leaseNo: string; sentence: string }[];
}
/** A run over many leases goes on as a background task. */
export const generateBills = (form: { partyAId?: number; leaseIds?: number[] }) =>
  api.post<{ data: Billed | { taskId: string } }>('/fin/bill/generate', form).then(({ data }) => data);

export interface RunFigures {
  /** Leases it is about, and those it has tried. */
  total: number;
  done: number;
  issued: number;
  adjusted: number;
  amountFen: number;
  refused: number;
}
export interface BillRun {
  runId: number;
  cause: string;
  beginTime: string;
  endTime: string | null;
  /** Why it did not come to its end. */
  problem: string;
  /** Null for somebody who does not see all leases. */
  figures: RunFigures | null;
}
export interface UnbilledLease {
  leaseId: number;
  leaseNo: string;
  tenantName: string;
  sentence: string;
  since: string;
  tried: string;
}
export interface BillRuns {
  running: BillRun | null;
  last: BillRun | null;
  unbilled: number;
  leases: UnbilledLease[];
}
export const billRunsQuery = reading(
  'bill-runs',
  () => (signal) => api.get<{ data: BillRuns }>('/fin/bill/run', undefined, signal).then(({ data }) => data),
);
export interface ManualBill {
  leaseId: number;
  kind: number;
  period?: DateSpan;
  dueDate: string;
  amountFen: number;
  remark: string;
}
export const addBill = (form: ManualBill) => api.post('/fin/bill', form);
export const voidBill = (form: { id: number; version: number; reason: string }) => api.post('/fin/bill/void', form);

export interface NoticeLine {
  billNo: string;
  leaseNo: string;
  roomText: string;
  kind: number;
  period?: DateSpan | null;
  dueDate: string;
  overdueDays: number;
  netFen: number;
  openFen: number;
}
export interface Notice {
  tenantId: number;
  tenantName: string;
  partyAId: number;
  partyAName: string;
  contact: string;
  account?: { name: string; bank: string; accountNo: string } | null;
  lines: NoticeLine[];
  broughtFen: number;
  broughtCount: number;
  totalFen: number;
  capitals: string;
  /** What credit pays of it that lies on no bill yet 预收抵扣, and what is left to pay 实际应缴. */
  creditFen: number;
  payFen: number;
  payCapitals: string;
  day: string;
}
/** Asking is written into the log: a sheet names the account in full. */
export const lettersQuery = reading(
  'letters',
  (ids: readonly number[], dunning: boolean) => () =>
    api.get<{ data: Notice[] }>('/fin/bill/notice', { ids: ids.join(','), dunning }).then(({ data }) => data),
);

export interface ReceiptRow extends Owned {
  receiptId: number;
  receiptNo: string;
  partyAId: number;
  partyAName: string;
  /** 0 while nobody is known. */
  tenantId: number;
  tenantName: string;
  leaseId: number;
  leaseNo: string;
  payerName: string;
  amountFen: number;
  method: number;
  accountTail: string;
  bankRef: string;
  valueDate: string;
  bookDate: string;
  /** 1 bills, 2 deposit. */
  purpose: number;
  /** 0 to be claimed, 1 in the books, 2 taken back. */
  state: number;
  reversal?: { kind: number; bookDate: string; reason: string; by: string } | null;
  files: number[];
  creditFen: number;
  /** Money for the treasury that is booked at the bank. */
  misplaced: boolean;
}
export interface PaidBill {
  billId: number;
  billNo: string;
  kind: number;
  dueDate: string;
  amountFen: number;
  bookDate: string;
  mode: number;
}
export interface ReceiptCard extends ReceiptRow {
  paid: PaidBill[];
  capitals: string;
}
export const listReceipts = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<ReceiptRow>>('/fin/receipt/list', rangeAs('value', query), signal);
export const receiptsQuery = reading('receipts', (query: Params) => (signal) => listReceipts(query, signal));
export const receiptQuery = reading(
  'receipt',
  (id: number) => () => api.get<{ data: ReceiptCard }>(`/fin/receipt/${id}`).then(({ data }) => data),
);

/** How money is spread over bills. */
export interface Spread {
  /** Bills the payer named, in his order. */
  designated?: number[];
  notYetDue?: boolean;
  keepAsCredit?: boolean;
}
export interface ReceiptForm extends Spread {
  partyAId: number;
  tenantId?: number;
  leaseId?: number;
  payerName?: string;
  amountFen: number;
  method: number;
  accountTail?: string;
  bankRef?: string;
  valueDate: string;
  purpose: number;
  files?: number[];
  remark?: string;
}
export const addReceipt = (form: ReceiptForm) => api.post('/fin/receipt', form);

export interface OpenBill {
  billId: number;
  billNo: string;
  leaseNo: string;
  kind: number;
  period?: DateSpan | null;
  dueDate: string;
  overdueDays: number;
  openFen: number;
  paysFen: number;
}
export interface ReceiptPreview {
  bills: OpenBill[];
  leases: { leaseId: number; leaseNo: string }[];
  creditFen: number;
  /** Credit the tenant has there already, for whatever lease. */
  heldCreditFen: number;
  capitals: string;
}
export interface PreviewForm extends Spread {
  partyAId: number;
  tenantId: number;
  leaseId?: number;
  amountFen?: number;
  valueDate?: string;
  purpose?: number;
  /** A receipt to be spread anew: what it pays now counts as open. */
  receiptId?: number;
}
/** What the money would pay; entering and claiming have rights of their own. */
export const previewReceipt = (form: PreviewForm, claiming: boolean, signal?: AbortSignal) =>
  api
    .ask<{ data: ReceiptPreview }>(`/fin/receipt/${claiming ? 'claim/' : ''}preview`, form, undefined, signal)
    .then(({ data }) => data);
export const openMoneyQuery = reading(
  'open-money',
  (form: PreviewForm) => (signal) => previewReceipt(form, false, signal),
);

export interface ClaimForm extends Spread {
  id: number;
  version: number;
  tenantId: number;
  leaseId?: number;
  purpose: number;
  /** From now on this payer and his account are this tenant's. */
  remember?: boolean;
}
export const claimReceipt = (form: ClaimForm) => api.post('/fin/receipt/claim', form);
export const unclaimReceipt = (id: number, version: number) => api.post('/fin/receipt/unclaim', { id, version });
export const reverseReceipt = (form: { id: number; version: number; kind: number; reason: string }) =>
  api.post('/fin/receipt/reverse', form);
/** 更正为财政直缴: money that went straight to the treasury and was booked at the bank. */
export const receiptToTreasury = (id: number, version: number) => api.post('/fin/receipt/toTreasury', { id, version });
/** 改核销: takes the money off what it pays and spreads it anew. */
export const reallocateReceipt = (form: Spread & { id: number; version: number }) =>
  api.post('/fin/receipt/reallocate', form);

/** What a bill is to get. */
export interface BillPart {
  billId: number;
  amountFen: number;
}
/** 预收抵缴: the tenant's credit, whatever lease it was paid for, on bills he names. */
export const applyCredit = (form: { partyAId: number; tenantId: number; parts: BillPart[] }) =>
  api.post('/fin/credit/apply', form);
/** 押金抵租. */
export const applyDeposit = (form: { leaseId: number; parts: BillPart[]; reason: string }) =>
  api.post('/fin/deposit/apply', form);

export interface DepositMove {
  kind: number;
  label: string;
  amountFen: number;
  bookDate: string;
  note: string;
  /** Whose money it is. */
  tenantName: string;
}
/** What one tenant of a lease has there as deposit. */
export interface DepositHolder {
  tenantId: number;
  tenantName: string;
  heldFen: number;
}
export interface DepositRow {
  leaseId: number;
  leaseNo: string;
  partyAId: number;
  tenantName: string;
  holders: DepositHolder[];
  agreedFen: number;
  heldFen: number;
  moves: DepositMove[];
}
export const listDeposits = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<DepositRow>>('/fin/deposit/list', query, signal);
export const depositsQuery = reading('deposits', (query: Params) => (signal) => listDeposits(query, signal));

export interface Owes {
  /** Issued and not paid, due or not. */
  openFen: number;
  overdueFen: number;
  /** Days since the oldest overdue bill was due. */
  overdueDays: number;
}
export interface LeaseAccount extends Owes {
  leaseId: number;
  leaseNo: string;
  state: number;
  term: DateSpan;
  rooms: string;
  partyAName: string;
  heldFen: number;
}
/** What a tenant owes, has paid ahead and has left as deposits. */
export interface TenantAccount extends Owes {
  oldestDue: string | null;
  paidAhead: { partyAId: number; partyAName: string; creditFen: number }[];
  heldFen: number;
  leases: LeaseAccount[];
}
export const tenantAccountQuery = reading(
  'tenant-account',
  (tenantId: number) => (signal) =>
    api.get<{ data: TenantAccount }>(`/fin/tenant/${tenantId}`, undefined, signal).then(({ data }) => data),
);

/** A balance of the time before these books. */
export interface OpeningRow {
  openingId: number;
  originNo: string;
  /** 期初欠缴, 期初预收, 期初押金. */
  kind: string;
  amountFen: number;
  bookDate: string;
  revocable: boolean;
  /** Why it was taken back; empty when it counts. */
  revoked: string;
}
export const openingsQuery = reading(
  'openings',
  (tenantId: number) => (signal) =>
    api.get<{ data: OpeningRow[] }>('/fin/opening/list', { tenantId }, signal).then(({ data }) => data),
);
export const revokeOpening = (id: number, reason: string) => api.post('/fin/opening/revoke', { id, reason });

export interface StatementLine {
  date: string;
  kind: number;
  no: string;
  text: string;
  amountFen: number;
  balanceFen: number;
}
export interface Statement {
  tenantName: string;
  partyAName: string;
  from: string;
  to: string;
  openingFen: number;
  chargedFen: number;
  waivedFen: number;
  receivedFen: number;
  refundedFen: number;
  closingFen: number;
  lines: StatementLine[];
  capitals: string;
}
export const statementQuery = reading(
  'statement',
  (query: { tenantId: number; partyAId?: number; from: string; to: string }) => () =>
    api.get<{ data: Statement }>('/fin/statement', query).then(({ data }) => data),
);
