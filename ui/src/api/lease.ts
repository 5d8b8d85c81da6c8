/** Tenants and leases. */

import type { Params } from '@/lib/params';
import type { Choosing, DateSpan, Owned } from './business';
import { api } from './client';
import { reading } from './reading';
import { defineResource } from './resource';

export interface Credit {
  flag: number;
  reason?: string;
  until?: string | null;
}
export interface TenantForm {
  tenantId?: number;
  version?: number;
  deptId?: number;
  tenantCode?: string;
  tenantName: string;
  kind: number;
  /** Masked in answers; the masked text sent back means «as before». */
  idNo?: string;
  phone?: string;
  legalRep?: string;
  contact?: string;
  address?: string;
  industry?: string;
  payerNames?: string[];
  status: string;
  remark?: string;
}
export interface TenantRow extends Omit<TenantForm, 'version' | 'deptId' | 'remark'>, Owned {
  tenantId: number;
  tenantCode: string;
  credit: Credit;
  leaseCount: number;
  deptName: string;
  /** Null for people who may not see bills. */
  owes: { openFen: number; overdueFen: number; overdueDays: number } | null;
}
export const tenants = defineResource<TenantRow, TenantForm>({
  name: 'lease-tenant',
  base: '/lease/tenant',
  id: 'tenantId',
});
export const setCredit = (form: { tenantId: number; version: number } & Credit) =>
  api.put('/lease/tenant/credit', form);
export const personalQuery = reading(
  'tenant-personal',
  (id: number) => () =>
    api.ask<{ data: { idNo: string; phone: string } }>('/lease/tenant/personal', { id }).then(({ data }) => data),
);
export interface TenantOption {
  tenantId: number;
  tenantName: string;
  tenantCode: string;
  /** Masked, as the telephone number. */
  idNo: string;
  phone: string;
  deptName: string;
  creditFlag: number;
}
export const tenantChoicesQuery = reading(
  'tenant-choices',
  (ask: Choosing) => (signal) =>
    api.get<{ data: TenantOption[] }>('/lease/tenant/options', ask, signal).then(({ data }) => data),
);

export interface LeaseRoom {
  roomId: number;
  rentAreaM2: string;
  /** 1/10,000 yuan per square metre. */
  priceE4: number;
}
export interface RentFree extends DateSpan {
  scope: number;
  reason?: string;
}
/** A rent from a day on, in the unit of the escalation's value. */
export interface RentStep {
  from: string;
  rent: number;
}
export interface Escalation {
  everyMonths: number;
  mode: 'PCT' | 'ADD' | 'SET';
  value: number;
  list?: number[];
  /** SET: the days on which the rent changes. */
  steps?: RentStep[];
  compound: boolean;
  baseDate?: string | null;
}
export interface ExtraCharge {
  /** Tells the charge apart for as long as the lease lasts; 0 for a new one. */
  key: number;
  kind: number;
  monthFen: number;
  priceE4: number;
}
/** What a contract says. */
export interface LeaseFacts {
  kind: number;
  prevLeaseId?: number;
  title?: string;
  paperNo?: string;
  partyAId: number;
  tenantId: number;
  coTenants?: number[];
  rooms: LeaseRoom[];
  purpose?: string;
  lettingMode: number;
  lettingReason?: string;
  lettingDocNo?: string;
  approvalDocNo?: string;
  valuationNo?: string;
  startDate: string;
  endDate: string;
  /** 1 a month, 2 a square metre and month, 3 a square metre and day, 4 a year. */
  rentBasis: number;
  rentFen: number;
  billingCycle: number;
  periodMode: 'ANCHORED' | 'CALENDAR';
  proration: 'ACTUAL' | 'D30' | 'D365';
  dueRule: { kind: 'ADVANCE' | 'DAY' | 'ARREARS'; n: number };
  firstDueDate?: string | null;
  issueLeadDays: number;
  rentFree?: RentFree[];
  escalation?: Escalation | null;
  depositFen: number;
  depositMonths?: number;
  lateFeePpm: number;
  graceDays: number;
  capPpm: number;
  extraCharges?: ExtraCharge[];
  holdoverPpm?: number;
  renewPriority?: boolean;
  renewNoticeDays?: number;
  subletAllowed?: boolean;
  creditOverride?: string;
}
export interface LeaseForm extends LeaseFacts {
  leaseId?: number;
  version?: number;
  files?: number[];
  remark?: string;
}
export interface LeaseStep {
  state: number;
  at: string;
  byName: string;
  comment: string;
}
/** A lease before or after another one. */
export interface LinkedLease {
  leaseId: number;
  leaseNo: string;
  state: number;
}
export interface LeaseRow extends LeaseFacts, Owned {
  leaseId: number;
  leaseNo: string;
  /** 0 draft … 9 void. */
  state: number;
  versionNo: number;
  partyAName: string;
  tenantName: string;
  roomList: (LeaseRoom & { roomCode: string; assetId: number; assetName: string; buildingId: number })[];
  rentAreaM2: string;
  monthRentFen: number;
  signDate?: string | null;
  effectiveEnd: string;
  deliveredDate?: string | null;
  returnedDate?: string | null;
  /** The lease that this one renews. */
  renews?: LinkedLease | null;
  renewals: LinkedLease[];
  /** Who submitted it does not decide. */
  ownSubmission: boolean;
  /** A change that altered days before it too; told of a single lease only. */
  undividedFrom?: string | null;
  steps: LeaseStep[];
  files: number[];
}
export interface ExpiringRow extends LeaseRow {
  daysLeft: number;
  noticePassed: boolean;
}
export interface LeaseOption {
  leaseId: number;
  leaseNo: string;
  /** Number on the paper; '' for none. */
  paperNo: string;
  tenantName: string;
  startDate: string;
  endDate: string;
  state: number;
}
export interface ChoosingLease extends Choosing {
  /** Numbers, ours or of the paper. */
  nos?: readonly string[];
  partyAId?: number | undefined;
  tenantId?: number | undefined;
}
/** Leases that are signed, a few of them. */
export const leaseOptions = (ask: ChoosingLease, signal?: AbortSignal) =>
  api.get<{ data: LeaseOption[] }>('/lease/lease/options', ask, signal).then(({ data }) => data);
export const leaseChoicesQuery = reading(
  'lease-choices',
  (ask: ChoosingLease) => (signal) => leaseOptions(ask, signal),
);
export const leases = defineResource<LeaseRow, LeaseForm>({ name: 'lease-lease', base: '/lease/lease', id: 'leaseId' });
export const expiringLeases = (query: Params, signal?: AbortSignal) =>
  api.get<{ rows: ExpiringRow[]; total: number }>('/lease/lease/expiring', query, signal);

export interface BillLine extends DateSpan {
  stageRent: number;
  free: boolean;
  amountFen: number;
}
export interface PlannedBill {
  kind: number;
  chargeLine: number;
  period: DateSpan;
  issueDate: string;
  dueDate: string;
  amountFen: number;
  lines: BillLine[];
  split: number[];
  /** Whose bill it is, when the lease has several tenants. */
  tenantId?: number;
}
export interface Guard {
  level: 'stop' | 'warn';
  field: string;
  message: string;
}
/** An interval with one rent: fen a month or year, 1/10,000 fen a day. */
export interface Stage extends DateSpan {
  rent: number;
}
export interface Plan {
  bills: PlannedBill[];
  stages: Stage[];
  years: { year: number; bills: number; amountFen: number }[];
  totalFen: number;
  guards: Guard[];
}
export const leaseTrialQuery = reading(
  'lease-trial',
  (form: LeaseForm) => (signal) =>
    api.ask<{ data: Plan }>('/lease/lease/preview', form, undefined, signal).then(({ data }) => data),
);
export const leasePlan = (id: number) => api.get<{ data: Plan }>(`/lease/lease/${id}/plan`).then(({ data }) => data);
export const leasePlanQuery = reading('lease-plan', (id: number) => () => leasePlan(id));

export interface Explanation {
  mode: string;
  proration: string;
  steps: {
    span: DateSpan;
    stageNo: number;
    rent: string;
    /** «+5%» against the stage before. */
    rise: string;
    days: string;
    share: string;
    amount: string;
    free: boolean;
  }[];
  exactSum: string;
  rounding: string;
  lines: BillLine[];
  amountFen: number;
}
export const planExplanationQuery = reading(
  'plan-explanation',
  (id: number, chargeLine: number, from: string) => () =>
    api.get<{ data: Explanation }>(`/lease/lease/${id}/explain`, { chargeLine, from }).then(({ data }) => data),
);

export interface LeaseChange {
  changeId: number;
  kind: number;
  label: string;
  effectiveDate: string;
  reason: string;
  depositMoves: boolean;
  /** 1 waits, 2 counts, 3 taken back, 9 refused. */
  state: number;
  submittedBy: string;
  ownSubmission: boolean;
  submittedAt: string;
  decidedBy: string;
  decidedAt: string;
  comment: string;
}
export const leaseChangesQuery = reading(
  'lease-changes',
  (id: number) => () => api.get<{ data: LeaseChange[] }>(`/lease/lease/${id}/changes`).then(({ data }) => data),
);
export interface ChangeForm {
  leaseId: number;
  version: number;
  kind: number;
  effectiveDate: string;
  reason: string;
  facts?: LeaseFacts;
  /** With a change of tenant: the deposit goes over to the new one. */
  depositMoves?: boolean;
}
/** A signed correction of an issued period. */
export interface Delta {
  chargeLine: number;
  kind: number;
  period: DateSpan;
  issuedFen: number;
  newFen: number;
  deltaFen: number;
  /** Whose bill it is; 0 while the lease has one tenant. */
  tenantId?: number;
}
export interface ChangePreview {
  deltas: Delta[];
  deltaSumFen: number;
  bills: PlannedBill[];
  stages: Stage[];
  guards: Guard[];
}
/** What a change that waits would do, for who decides about it. */
export const changeEffectQuery = reading(
  'change-effect',
  (changeId: number) => () =>
    api.get<{ data: ChangePreview }>(`/lease/lease/change/${changeId}/effect`).then(({ data }) => data),
);
export const changeTrialQuery = reading(
  'change-trial',
  (form: ChangeForm) => (signal) =>
    api.ask<{ data: ChangePreview }>('/lease/lease/change/preview', form, undefined, signal).then(({ data }) => data),
);
export const submitChange = (form: ChangeForm) => api.post('/lease/lease/change', form);

type Decision = 'approve' | 'return' | 'reject';
export const decideChange = (changeId: number, decision: Decision, comment: string) =>
  api.post('/lease/lease/change/decide', { changeId, decision, comment });
/** 按变更重新划分: every change counts from its day, and the bills follow. */
export const redateLease = (id: number, version: number) => api.post('/lease/lease/redate', { id, version });
export const withdrawChange = (changeId: number) => api.post('/lease/lease/change/withdraw', { changeId });
export const submitLease = (id: number, version: number) => api.post('/lease/lease/submit', { id, version });
export const withdrawLease = (id: number, version: number) => api.post('/lease/lease/withdraw', { id, version });
export const decideLease = (id: number, version: number, decision: Decision, comment: string) =>
  api.post('/lease/lease/decide', { id, version, decision, comment });
export const signLease = (form: { id: number; version: number; signDate: string; scans: number[] }) =>
  api.post('/lease/lease/sign', form);
export const cancelLease = (id: number, version: number, comment: string) =>
  api.post('/lease/lease/cancel', { id, version, comment });
/** A line of a protocol of delivery or return. */
export interface HandoverItem {
  kind: string;
  name: string;
  quantity: number;
  /** Of a meter, as it stands there. */
  reading: string;
  condition: string;
}
export interface HandoverForm {
  id: number;
  version: number;
  deliveredDate?: string;
  returnedDate?: string;
  items: Partial<HandoverItem>[];
  defects: string;
  damageFen: number;
  files: number[];
}
export interface Handover extends Pick<HandoverForm, 'defects' | 'damageFen' | 'files'> {
  handoverId: number;
  label: string;
  date: string;
  items: HandoverItem[];
  madeBy: string;
  madeAt: string;
}
export const handoverLease = (form: HandoverForm) => api.post('/lease/lease/handover', form);
export const handoversQuery = reading(
  'handovers',
  (id: number) => () => api.get<{ data: Handover[] }>(`/lease/lease/${id}/handovers`).then(({ data }) => data),
);

export interface LeaseVersion {
  versionNo: number;
  effectiveDate: string;
  reason: string;
  facts: LeaseFacts;
  stages: Stage[];
  approvedBy: string;
  approvedAt: string;
}
export const leaseVersionsQuery = reading(
  'lease-versions',
  (id: number) => () => api.get<{ data: LeaseVersion[] }>(`/lease/lease/${id}/versions`).then(({ data }) => data),
);

/** 占用费 of one month after the end. */
export interface Overstay {
  span: DateSpan;
  days: string;
  share: string;
  /** Yuan before the rate, not rounded. */
  rent: string;
  amountFen: number;
}
export interface Holdover {
  months: Overstay[];
  ended: string;
  until?: string | null;
  /** 退房 or 续租; empty while the tenant stays. */
  untilReason: string;
  lastRent: string;
  holdoverPpm: number;
  proration: string;
  totalFen: number;
}
export const holdoverQuery = reading(
  'holdover',
  (id: number) => () => api.get<{ data: Holdover }>(`/lease/lease/${id}/holdover`).then(({ data }) => data),
);
