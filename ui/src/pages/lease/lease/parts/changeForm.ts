/** What a change of a lease sends: the old contract with the fields of its kind replaced. */
import dayjs from 'dayjs';
import { ChangeKind } from '@/api/generated/enums';
import type { ChangeForm, EscalationForm, FactsForm, LeaseChange, LeaseRow, Stage } from '@/api/lease';
import { isByArea, type LeaseValues, pick, toForm, toValues } from './leaseValues';

export interface ChangeValues extends LeaseValues {
  changeKind: ChangeForm['kind'];
  effectiveDate: string;
  reason: string;
  newEnd: string;
  depositMoves: boolean;
}

/** The lease has an early end already; its day may be corrected until it is settled. */
export const endsEarly = ({ effectiveEnd, endDate }: LeaseRow): boolean => effectiveEnd < endDate;
/** What asking for an early end is called. */
export const endTitle = (lease: LeaseRow): string => (endsEarly(lease) ? '更正终止日' : '提前终止');

/** The process that decides about a change. */
export const processOf = ({ kind }: Pick<LeaseChange, 'kind'>): string =>
  kind === ChangeKind.Termination ? 'lease_terminate' : 'lease_change';

const RENT_FIELDS = ['rentFen', 'rooms', 'escalation'] as const;

/** Fields of the contract that a kind may replace. */
const FIELDS: Readonly<Partial<Record<ChangeForm['kind'], readonly (keyof FactsForm)[]>>> = {
  [ChangeKind.Rent]: RENT_FIELDS,
  [ChangeKind.Rooms]: RENT_FIELDS,
  [ChangeKind.Term]: [],
  [ChangeKind.Tenant]: ['tenantId', 'coTenants', 'creditOverride'],
  [ChangeKind.Payment]: [
    'dueRule',
    'firstDueDate',
    'issueLeadDays',
    'lateFeePpm',
    'graceDays',
    'capPpm',
    'proration',
    'rentFree',
    'extraCharges',
  ],
  [ChangeKind.Deposit]: ['depositFen', 'depositMonths'],
  [ChangeKind.Other]: [
    'title',
    'paperNo',
    'purpose',
    'lettingDocNo',
    'approvalDocNo',
    'valuationNo',
    'holdoverPpm',
    'renewNoticeDays',
    'renewPriority',
    'subletAllowed',
  ],
};

/** What the contract says, taken out of the row. */
function factsOf(lease: LeaseRow): FactsForm {
  const { leaseId: _id, leaseNo: _no, roomList: _rooms, steps: _steps, files: _files, ...facts } = lease;
  return facts;
}

/**
 * The day from which a changed rent rises: the last step of the old rule, so that the contract's calendar goes on, or
 * the effective day when the rent did not rise before.
 */
export function riseBase({ escalation, startDate }: LeaseRow, effectiveDate: string): string {
  if (!escalation || escalation.mode === 'SET' || escalation.everyMonths === 0) return effectiveDate;
  const base = dayjs(escalation.baseDate ?? startDate);
  const months = dayjs(effectiveDate).diff(base, 'month');
  const steps = Math.max(0, Math.floor(months / escalation.everyMonths));
  return base.add(steps * escalation.everyMonths, 'month').format('YYYY-MM-DD');
}

/** An escalation that leaves the rent of the effective day as it was typed: steps before it have been taken. */
function fromThen(escalation: EscalationForm, lease: LeaseRow, effectiveDate: string): EscalationForm {
  if (escalation.mode === 'SET' && escalation.steps) {
    return { ...escalation, steps: escalation.steps.filter(({ from }) => from > effectiveDate) };
  }
  return { ...escalation, baseDate: escalation.baseDate || riseBase(lease, effectiveDate) };
}

/** The rent that counts on a day. */
export const rentOn = (stages: readonly Stage[], day: string): Stage | undefined =>
  stages.find(({ from, to }) => from <= day && day <= to) ??
  (day < (stages[0]?.from ?? '') ? stages[0] : stages.at(-1));

/** What the form starts from: the contract, at the rent that counts today. */
export function toChangeValues(lease: LeaseRow, stages: readonly Stage[], today: string): Partial<ChangeValues> {
  const values = toValues(lease);
  const now = rentOn(stages, today);
  return {
    ...values,
    changeKind: ChangeKind.Rent,
    newEnd: lease.endDate,
    depositMoves: false,
    rentFen: isByArea(lease.rentBasis) || !now ? lease.rentFen : now.rent,
    escalation: { ...values.escalation, baseDate: null },
  };
}

/** What the form of a change that came back starts from: as it was asked for. */
export function returnedValues(lease: LeaseRow, change: LeaseChange): Partial<ChangeValues> {
  const { facts, roomList, kind, effectiveDate, reason, depositMoves } = change;
  const values = toValues({ ...lease, ...facts, roomList });
  return { ...values, changeKind: kind, newEnd: facts.endDate, effectiveDate, reason, depositMoves };
}

/** From the form to what the server takes. */
export function toChange(lease: LeaseRow, values: Partial<ChangeValues>, kind: ChangeForm['kind']): ChangeForm {
  const { leaseId, version } = lease;
  const { effectiveDate = '', reason = '' } = values;
  const moves = kind === ChangeKind.Tenant && { depositMoves: values.depositMoves ?? false };
  const change = { leaseId, version, kind, effectiveDate, reason, ...moves };
  if (kind === ChangeKind.Termination) return change;
  const old = factsOf(lease);
  if (kind === ChangeKind.Term) return { ...change, facts: { ...old, endDate: values.newEnd ?? old.endDate } };
  const form = toForm({ ...(toValues(lease) as LeaseValues), ...values }, leaseId);
  const facts: FactsForm = { ...old, ...pick<FactsForm, keyof FactsForm>(form, FIELDS[kind] ?? []) };
  // with unit prices, rooms come and go at the prices of the contract, which rise as it says
  if (kind === ChangeKind.Rooms && isByArea(lease.rentBasis)) facts.escalation = old.escalation ?? null;
  else if (facts.escalation && (kind === ChangeKind.Rent || kind === ChangeKind.Rooms)) {
    facts.escalation = fromThen(facts.escalation, lease, effectiveDate);
  }
  return { ...change, facts };
}
