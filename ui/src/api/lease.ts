/** Tenants and leases. */

import type { Params } from '@/lib/params';
import type { Choosing, Versioned } from './business';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

export type Credit = Schema<'Credit'>;
export type TenantForm = Schema<'TenantInput'>;
export type TenantRow = Schema<'TenantOut'>;
export const tenants = defineResource<TenantRow, TenantForm>({
  name: 'lease-tenant',
  base: '/lease/tenant',
  id: 'tenantId',
});
export const setCredit = (form: Versioned<Schema<'SetCredit'>>) => api.put('/lease/tenant/credit', form);
export const personalQuery = reading(
  'tenant-personal',
  (id: number) => () =>
    api
      .ask<Answer<'POST /lease/tenant/personal'>>('/lease/tenant/personal', {
        id,
      } satisfies Body<'POST /lease/tenant/personal'>)
      .then(({ data }) => data),
);
export type TenantOption = Schema<'TenantOption'>;
export const tenantChoicesQuery = reading(
  'tenant-choices',
  (ask: Choosing) => (signal) =>
    api.get<Answer<'GET /lease/tenant/options'>>('/lease/tenant/options', ask, signal).then(({ data }) => data),
);

/** A rent from a day on, in the unit of the escalation's value. */
export type RentStep = Schema<'RentStep'>;
export type EscalationForm = Schema<'EscalationInput'>;
export type RentFreeForm = Schema<'RentFreeInput'>;
export type ExtraChargeForm = Schema<'ExtraChargeInput'>;
/** What a contract says, as a change sends it. */
export type FactsForm = Schema<'LeaseFactsInput'>;
export type LeaseForm = Schema<'LeaseInput'>;
/** A lease before or after another one. */
export type LinkedLease = Schema<'LinkedLease'>;
export type LeaseRow = Schema<'LeaseOut'>;
export type ExpiringRow = Schema<'ExpiringOut'>;
export type LeaseOption = Schema<'LeaseOption'>;
export interface ChoosingLease extends Choosing {
  /** Numbers, ours or of the paper. */
  nos?: readonly string[];
  partyAId?: number | undefined;
  tenantId?: number | undefined;
}
/** Leases that are signed, a few of them. */
export const leaseOptions = (ask: ChoosingLease, signal?: AbortSignal) =>
  api.get<Answer<'GET /lease/lease/options'>>('/lease/lease/options', ask, signal).then(({ data }) => data);
export const leaseChoicesQuery = reading(
  'lease-choices',
  (ask: ChoosingLease) => (signal) => leaseOptions(ask, signal),
);
export const leases = defineResource<LeaseRow, LeaseForm>({ name: 'lease-lease', base: '/lease/lease', id: 'leaseId' });
export const expiringLeases = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /lease/lease/expiring'>>('/lease/lease/expiring', query, signal);

export type BillLine = Schema<'BillLine'>;
export type PlannedBill = Schema<'PlannedBill'>;
export type Guard = Schema<'Guard'>;
/** An interval with one rent: fen a month or year, 1/10,000 fen a day. */
export type Stage = Schema<'Stage'>;
export type Plan = Schema<'Plan'>;
export const leaseTrialQuery = reading(
  'lease-trial',
  (form: LeaseForm) => (signal) =>
    api
      .ask<Answer<'POST /lease/lease/preview'>>('/lease/lease/preview', form, undefined, signal)
      .then(({ data }) => data),
);
export const leasePlan = (id: number) =>
  api.get<Answer<'GET /lease/lease/{id}/plan'>>(`/lease/lease/${id}/plan`).then(({ data }) => data);
export const leasePlanQuery = reading('lease-plan', (id: number) => () => leasePlan(id));

export type Explanation = Schema<'Explanation'>;
export const planExplanationQuery = reading(
  'plan-explanation',
  (id: number, chargeLine: number, from: string) => () =>
    api
      .get<Answer<'GET /lease/lease/{id}/explain'>>(`/lease/lease/${id}/explain`, { chargeLine, from })
      .then(({ data }) => data),
);

export type LeaseChange = Schema<'ChangeOut'>;
export const leaseChangesQuery = reading(
  'lease-changes',
  (id: number) => () =>
    api.get<Answer<'GET /lease/lease/{id}/changes'>>(`/lease/lease/${id}/changes`).then(({ data }) => data),
);
export type ChangeForm = Versioned<Schema<'ChangeInput'>>;
/** A signed correction of an issued period. */
export type Delta = Schema<'Delta'>;
export type ChangePreview = Schema<'ChangePreview'>;
/** What a change that waits would do, for who decides about it. */
export const changeEffectQuery = reading(
  'change-effect',
  (changeId: number) => () =>
    api
      .get<Answer<'GET /lease/lease/change/{id}/effect'>>(`/lease/lease/change/${changeId}/effect`)
      .then(({ data }) => data),
);
export const changeTrialQuery = reading(
  'change-trial',
  (form: ChangeForm) => (signal) =>
    api
      .ask<Answer<'POST /lease/lease/change/preview'>>('/lease/lease/change/preview', form, undefined, signal)
      .then(({ data }) => data),
);
/** One that came back is put right; it is sent again by itself. */
export const editChange = (changeId: number, form: ChangeForm) => api.put('/lease/lease/change', { ...form, changeId });

type Decision = Schema<'Decision'>;
export const decideChange = (changeId: number, decision: Decision, comment: string) =>
  api.post('/lease/lease/change/decide', {
    changeId,
    decision,
    comment,
  } satisfies Body<'POST /lease/lease/change/decide'>);
/** 按变更重新划分: every change counts from its day, and the bills follow. */
export const redateLease = (id: number, version: number) =>
  api.post('/lease/lease/redate', { id, version } satisfies Body<'POST /lease/lease/redate'>);
export const withdrawChange = (changeId: number) =>
  api.post('/lease/lease/change/withdraw', { changeId } satisfies Body<'POST /lease/lease/change/withdraw'>);
export const withdrawLease = (id: number, version: number) =>
  api.post('/lease/lease/withdraw', { id, version } satisfies Body<'POST /lease/lease/withdraw'>);
export const decideLease = (id: number, version: number, decision: Decision, comment: string) =>
  api.post('/lease/lease/decide', { id, version, decision, comment } satisfies Body<'POST /lease/lease/decide'>);
export const signLease = (form: Versioned<Body<'POST /lease/lease/sign'>>) => api.post('/lease/lease/sign', form);
export const cancelLease = (id: number, version: number, comment: string) =>
  api.post('/lease/lease/cancel', { id, version, comment } satisfies Body<'POST /lease/lease/cancel'>);
/** Scans that come after the signature; none is ever taken away. */
export const addScans = (form: Versioned<Body<'POST /lease/lease/scans'>>) => api.post('/lease/lease/scans', form);

export type LeaseAct = Schema<'LeaseAct'>;
export type ListLeases = Schema<'ListLeases'>;
export type ManyLeases = Schema<'ManyLeases'>;
export type ManyResult = Schema<'ManyResult'>;
export type ManyDone = Schema<'ManyDone'>;
/** What who decides about leases does; the rest is done by who writes them. */
export const DECIDING: readonly LeaseAct[] = ['approve', 'return', 'cancel'];
/** Many at once; more than one request works off go on as a background task. */
export function manyLeases(form: ManyLeases): Promise<ManyDone | { taskId: string }> {
  const send = form.dryRun ? api.ask : api.post;
  const path = DECIDING.includes(form.act) ? '/lease/lease/many/decide' : '/lease/lease/many';
  return send<{ data: ManyDone | { taskId: string } }>(path, form).then(({ data }) => data);
}
/** A line of a protocol of delivery or return. */
export type HandoverItem = Schema<'HandoverItem'>;
export type HandoverLine = Schema<'HandoverItemInput'>;
export type Handover = Schema<'HandoverOut'>;
export type BilledAtReturn = Schema<'BilledAtReturn'>;
export const handoverLease = (form: Versioned<Schema<'Handover'>>) =>
  api.post<Answer<'POST /lease/lease/handover'>>('/lease/lease/handover', form).then(({ data }) => data);
export const handoversQuery = reading(
  'handovers',
  (id: number) => () =>
    api.get<Answer<'GET /lease/lease/{id}/handovers'>>(`/lease/lease/${id}/handovers`).then(({ data }) => data),
);

export type LeaseVersion = Schema<'VersionOut'>;
export const leaseVersionsQuery = reading(
  'lease-versions',
  (id: number) => () =>
    api.get<Answer<'GET /lease/lease/{id}/versions'>>(`/lease/lease/${id}/versions`).then(({ data }) => data),
);

/** 占用费 of one month after the end. */
export type Overstay = Schema<'OverstayOut'>;
export type Holdover = Schema<'HoldoverOut'>;
export const holdoverQuery = reading(
  'holdover',
  (id: number) => () =>
    api.get<Answer<'GET /lease/lease/{id}/holdover'>>(`/lease/lease/${id}/holdover`).then(({ data }) => data),
);
