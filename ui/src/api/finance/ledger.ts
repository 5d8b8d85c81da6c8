/** Money: bills, receipts, deposits, statements of account. Amounts are fen. */

import type { Versioned } from '@/api/business';
import { api } from '@/api/client';
import type { Answer, Body, Query, Schema } from '@/api/contract';
import { reading } from '@/api/reading';
import type { Params } from '@/lib/params';

export type BillRow = Schema<'BillOut'>;
export type BillSums = Schema<'BillSums'>;
export type BillAllocation = Schema<'AllocationOut'>;
export type BillCard = Schema<'BillCard'>;

/** A range of the query form under the names the server knows: `params` -> `<name>From`, `<name>To`. */
export function rangeAs(name: string, { params, ...filters }: Params): Params {
  const { beginTime, endTime } = (params ?? {}) as { beginTime?: string; endTime?: string };
  return {
    ...filters,
    ...(beginTime && { [`${name}From`]: beginTime }),
    ...(endTime && { [`${name}To`]: endTime }),
  };
}

export type BillAnswer = Answer<'GET /fin/bill/list'>;
export const listBills = (query: Params, signal?: AbortSignal) =>
  api.get<BillAnswer>('/fin/bill/list', rangeAs('due', query), signal);
export const billsQuery = reading('bills', (query: Params) => (signal) => listBills(query, signal));
export const billQuery = reading(
  'bill',
  (id: number) => () => api.get<Answer<'GET /fin/bill/{id}'>>(`/fin/bill/${id}`).then(({ data }) => data),
);
export const billExplanationQuery = reading(
  'bill-explanation',
  (id: number) => () =>
    api.get<Answer<'GET /fin/bill/{id}/explain'>>(`/fin/bill/${id}/explain`).then(({ data }) => data),
);

export type Billed = Schema<'Billed'>;
/** A run over many leases goes on as a background task. */
export const generateBills = (form: Body<'POST /fin/bill/generate'>) =>
  api.post<{ data: Billed | { taskId: string } }>('/fin/bill/generate', form).then(({ data }) => data);

/** What the signing of a lease issues at once. */
export const atSigningQuery = reading(
  'bills-at-signing',
  (leaseId: number) => () =>
    api.get<Answer<'GET /fin/bill/signing/{id}'>>(`/fin/bill/signing/${leaseId}`).then(({ data }) => data),
);

export type RunFigures = Schema<'RunFigures'>;
export type BillRun = Schema<'BillRun'>;
export type UnbilledLease = Schema<'UnbilledOut'>;
export type BillRuns = Schema<'BillRuns'>;
export const billRunsQuery = reading(
  'bill-runs',
  () => (signal) => api.get<Answer<'GET /fin/bill/run'>>('/fin/bill/run', undefined, signal).then(({ data }) => data),
);
export type ManualBill = Schema<'ManualBill'>;

export type NoticeLine = Schema<'NoticeLine'>;
export type Notice = Schema<'Notice'>;
/** Asking is written into the log: a sheet names the account in full. */
export const lettersQuery = reading(
  'letters',
  (ids: readonly number[], dunning: boolean) => () =>
    api
      .get<Answer<'GET /fin/bill/notice'>>('/fin/bill/notice', { ids: ids.join(','), dunning })
      .then(({ data }) => data),
);

export type ReceiptRow = Schema<'ReceiptOut'>;
export type PaidBill = Schema<'PaidBill'>;
export type ReceiptCard = Schema<'ReceiptCard'>;
export const listReceipts = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /fin/receipt/list'>>('/fin/receipt/list', rangeAs('value', query), signal);
export const receiptsQuery = reading('receipts', (query: Params) => (signal) => listReceipts(query, signal));
export const receiptQuery = reading(
  'receipt',
  (id: number) => () => api.get<Answer<'GET /fin/receipt/{id}'>>(`/fin/receipt/${id}`).then(({ data }) => data),
);

/** How money is spread over bills. */
export type Spread = Pick<Schema<'Reallocate'>, 'designated' | 'notYetDue' | 'keepAsCredit'>;
export type ReceiptForm = Schema<'ReceiptInput'>;
export const addReceipt = (form: ReceiptForm) => api.post<Answer<'POST /fin/receipt'>>('/fin/receipt', form);
/** What one has entered oneself within the last minute. */
export const undoReceipt = (id: number) =>
  api.post('/fin/receipt/undo', { id } satisfies Body<'POST /fin/receipt/undo'>);

export type OpenBill = Schema<'OpenBill'>;
export type ReceiptPreview = Schema<'ReceiptPreview'>;
export type PreviewForm = Schema<'PreviewReceipt'>;
/** What the money would pay; entering and claiming have rights of their own. */
export const previewReceipt = (form: PreviewForm, claiming: boolean, signal?: AbortSignal) =>
  api
    .ask<Answer<'POST /fin/receipt/preview'>>(
      `/fin/receipt/${claiming ? 'claim/' : ''}preview`,
      form,
      undefined,
      signal,
    )
    .then(({ data }) => data);
export const openMoneyQuery = reading(
  'open-money',
  (form: PreviewForm) => (signal) => previewReceipt(form, false, signal),
);

export type ClaimForm = Versioned<Schema<'Claim'>>;
export const claimReceipt = (form: ClaimForm) => api.post('/fin/receipt/claim', form);
export const unclaimReceipt = (id: number, version: number) =>
  api.post('/fin/receipt/unclaim', { id, version } satisfies Body<'POST /fin/receipt/unclaim'>);
export type ReverseForm = Versioned<Schema<'ReverseReceipt'>>;
/** 更正为财政直缴: money that went straight to the treasury and was booked at the bank. */
export const receiptToTreasury = (id: number, version: number) =>
  api.post('/fin/receipt/toTreasury', { id, version } satisfies Body<'POST /fin/receipt/toTreasury'>);
/** 改核销: takes the money off what it pays and spreads it again. */
export const reallocateReceipt = (form: Versioned<Body<'POST /fin/receipt/reallocate'>>) =>
  api.post('/fin/receipt/reallocate', form);

/** What a bill is to get. */
export type BillPart = Schema<'BillPart'>;
/** 预收抵缴: the tenant's credit, whatever lease it was paid for, on bills he names. */
export const applyCredit = (form: Body<'POST /fin/credit/apply'>) => api.post('/fin/credit/apply', form);
/** 押金抵租. */
export const applyDeposit = (form: Body<'POST /fin/deposit/apply'>) => api.post('/fin/deposit/apply', form);

export type DepositMove = Schema<'DepositMoveOut'>;
export type DepositRow = Schema<'DepositOut'>;
export const listDeposits = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /fin/deposit/list'>>('/fin/deposit/list', query, signal);
export const depositsQuery = reading('deposits', (query: Params) => (signal) => listDeposits(query, signal));

export type LeaseAccount = Schema<'LeaseAccount'>;
/** What a tenant owes, has paid ahead and has left as deposits. */
export type TenantAccount = Schema<'TenantAccount'>;
export const tenantAccountQuery = reading(
  'tenant-account',
  (tenantId: number) => (signal) =>
    api.get<Answer<'GET /fin/tenant/{id}'>>(`/fin/tenant/${tenantId}`, undefined, signal).then(({ data }) => data),
);

/** A balance of the time before these books. */
export type OpeningRow = Schema<'OpeningOut'>;
export const openingsQuery = reading(
  'openings',
  (tenantId: number) => (signal) =>
    api.get<Answer<'GET /fin/opening/list'>>('/fin/opening/list', { tenantId }, signal).then(({ data }) => data),
);
export const revokeOpening = (id: number, reason: string) =>
  api.post('/fin/opening/revoke', { id, reason } satisfies Body<'POST /fin/opening/revoke'>);

export type Statement = Schema<'Statement'>;
export const statementQuery = reading(
  'statement',
  (query: Query<'GET /fin/statement'>) => () =>
    api.get<Answer<'GET /fin/statement'>>('/fin/statement', query).then(({ data }) => data),
);
