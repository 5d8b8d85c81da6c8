/** Waivers, money that goes out, month close, invariants and figures of the books. */

import type { Versioned } from '@/api/business';
import { api } from '@/api/client';
import type { Answer, Body, Query, Schema } from '@/api/contract';
import { reading } from '@/api/reading';
import { defineResource } from '@/api/resource';
import type { Params } from '@/lib/params';

/** A decision about a document: approval, rejection, taking back. */
export type Decision = Versioned<Schema<'Decide'>>;

export type WaivedBillRow = Schema<'WaivedBillOut'>;
export type WaiverRow = Schema<'WaiverOut'>;
export type WaiverForm = Schema<'WaiverInput'>;
export type WaiverRule = Query<'GET /fin/waiver/preview'>;
export type WaiverPreview = Schema<'WaiverPreview'>;
export const waivers = defineResource<WaiverRow, WaiverForm>({
  name: 'fin-waiver',
  base: '/fin/waiver',
  id: 'waiverId',
});
export const previewWaiver = (rule: WaiverRule) =>
  api.get<Answer<'GET /fin/waiver/preview'>>('/fin/waiver/preview', { ...rule }).then(({ data }) => data);
/** One that came back is put right. */
export const editWaiver = (form: Schema<'WaiverChange'>) => api.put('/fin/waiver', form);
export const decideWaiver = (decision: Decision) => api.post('/fin/waiver/decide', decision);
export const revokeWaiver = (decision: Decision) => api.post('/fin/waiver/revoke', decision);

export const openBillsQuery = reading(
  'open-bills',
  (query: Params) => (signal) =>
    api.get<Answer<'GET /fin/bill/list'>>('/fin/bill/list', { state: 1, pageSize: 200, ...query }, signal),
);

export type PayoutForm = Schema<'PayoutInput'>;
export type PayoutRow = Schema<'PayoutOut'>;
/** The calls of one family: `/fin/refund`, `/fin/expense`, `/fin/remittance`. */
function payoutsOf(name: string, base: string) {
  return {
    ...defineResource<PayoutRow, PayoutForm>({ name, base, id: 'payoutId' }),
    decide: (decision: Decision) => api.post(`${base}/decide`, decision),
    reverse: (decision: Decision) => api.post(`${base}/reverse`, decision),
    /** One that came back is put right. */
    editReturned: (form: Schema<'PayoutChange'>) => api.put(base, form),
    pay: (payment: Versioned<Schema<'PayPayout'>>) => api.post(`${base}/pay`, payment),
  };
}
export type PayoutCalls = ReturnType<typeof payoutsOf>;
export const refunds = payoutsOf('fin-refund', '/fin/refund');
export const expenses = payoutsOf('fin-expense', '/fin/expense');
/** What units owe each other, before one pays another. */
export const betweenQuery = reading(
  'between-units',
  (query: Query<'GET /fin/expense/between'>) => () =>
    api.get<Answer<'GET /fin/expense/between'>>('/fin/expense/between', { ...query }).then(({ data }) => data),
);
export const remittances = payoutsOf('fin-remittance', '/fin/remittance');
export type Refundable = Schema<'Available'>;
export const refundableQuery = reading(
  'refundable',
  (purse: Query<'GET /fin/refund/available'>) => () =>
    api.get<Answer<'GET /fin/refund/available'>>('/fin/refund/available', purse).then(({ data }) => data),
);

export type PartyClose = Schema<'PartyClose'>;
export type CloseRow = Schema<'CloseOut'>;
export const partyClosesQuery = reading(
  'party-closes',
  () => () => api.get<Answer<'GET /fin/close/parties'>>('/fin/close/parties').then(({ data }) => data),
);
export const closedMonthsQuery = reading(
  'closed-months',
  (partyAId: number) => () =>
    api.get<Answer<'GET /fin/close/list'>>('/fin/close/list', { partyAId }).then(({ data }) => data),
);
/** What a month of a party A came to. */
export type MonthFigures = Schema<'MonthFigures'>;
/** What is open before a close; what forbids it is told apart. */
export type CloseCheck = Schema<'CloseCheck'>;
export const closeCheck = (partyAId: number, month: string) =>
  api.get<Answer<'GET /fin/close/check'>>('/fin/close/check', { partyAId, month }).then(({ data }) => data);
/** How far a close of several months came. */
export type ClosedUntil = Schema<'ClosedUntil'>;
export const closeUntil = (partyAId: number, month: string) =>
  api
    .post<Answer<'POST /fin/close/until'>>('/fin/close/until', {
      partyAId,
      month,
    } satisfies Body<'POST /fin/close/until'>)
    .then(({ data }) => data);

/** An invariant of the books and what was found. */
export type Check = Schema<'BooksCheck'>;
/** A run over the books that has ended. */
export type CheckRun = Schema<'ReconcileRun'>;
export const checkRunsQuery = reading(
  'check-runs',
  () => () => api.get<Answer<'GET /fin/reconcile/list'>>('/fin/reconcile/list').then(({ data }) => data),
);
export const askForCheck = () => api.post<Answer<'POST /fin/reconcile'>>('/fin/reconcile', {});

export type Figures = Schema<'Overview'>;
export const figuresQuery = reading(
  'figures',
  (query: Params) => () => api.get<Answer<'GET /fin/figures'>>('/fin/figures', query).then(({ data }) => data),
);

/** Days on which the same amount was open. */
export type FeeSegment = Schema<'Segment'>;
export type LateFeeRow = Schema<'LateFeeOut'>;
export const lateFees = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /fin/lateFee/list'>>('/fin/lateFee/list', query, signal);
export const billLateFees = (billIds: readonly number[]) =>
  api
    .post<Answer<'POST /fin/lateFee/bill'>>('/fin/lateFee/bill', {
      billIds: [...billIds],
    } satisfies Body<'POST /fin/lateFee/bill'>)
    .then(({ data }) => data);

export type SheetBill = Schema<'SheetBill'>;
/** What is netted at the end of a lease. */
export type Sheet = Schema<'Sheet'>;
export type SettlementDocument = Schema<'SettlementOut'>;
export type SettlementSheet = Schema<'SheetOut'>;
export type StepAction = Schema<'StepAction'>;
/** A step of 退租办理. */
export type EndStep = Schema<'SettlementStep'>;
export const endStepsQuery = reading(
  'end-steps',
  (leaseId: number) => () =>
    api.get<Answer<'GET /fin/settlement/steps/{id}'>>(`/fin/settlement/steps/${leaseId}`).then(({ data }) => data),
);

/** Tenant 0: the one the lease has in the end. */
export const settlementQuery = reading(
  'settlement',
  (leaseId: number, tenantId: number, penaltyFen: number) => () =>
    api
      .get<Answer<'GET /fin/settlement/{leaseId}'>>(`/fin/settlement/${leaseId}`, { tenantId, penaltyFen })
      .then(({ data }) => data),
);
/** One that came back is computed again; it is sent again by itself. */
export const editSettlement = (form: Body<'PUT /fin/settlement'>) => api.put('/fin/settlement', form);
export const decideSettlement = (decision: Decision) => api.post('/fin/settlement/decide', decision);

export type SettlementRow = Schema<'SettlementRow'>;
export type SettlementSums = Schema<'SettlementSums'>;
export const listSettlements = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /fin/settlement/list'>>('/fin/settlement/list', query, signal);
/** One settlement with the sheet that was submitted. */
export const settlementDocumentQuery = reading(
  'settlement-document',
  (id: number) => () =>
    api.get<Answer<'GET /fin/settlement/document/{id}'>>(`/fin/settlement/document/${id}`).then(({ data }) => data),
);
