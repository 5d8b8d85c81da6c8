/** The wizard's form: flat where the wire nests, so that every control has a field of its own. */
import dayjs from 'dayjs';
import type { RoomCard } from '@/api/assets';
import type {
  EscalationForm,
  ExtraChargeForm,
  LeaseForm,
  LeaseRow,
  LinkedLease,
  RentFreeForm,
  RentStep,
  Stage,
} from '@/api/lease';
import { fileIds } from '@/features/business/parts';

/** A room in the form, with what its row shows. */
export interface RoomValue {
  roomId: number;
  roomCode: string;
  assetName: string;
  rentAreaM2: string;
  priceE4: number | null;
}

export interface ChargeValue extends Pick<ExtraChargeForm, 'key' | 'kind'> {
  monthFen?: number | null;
  priceE4?: number | null;
}

export interface LeaseValues
  extends Omit<LeaseForm, 'rooms' | 'startDate' | 'endDate' | 'dueRule' | 'escalation' | 'files' | 'extraCharges'> {
  /** First and last day. */
  term: [string | null, string | null];
  rooms: RoomValue[];
  dueKind: LeaseForm['dueRule']['kind'];
  dueN: number;
  rises: boolean;
  escalation: EscalationForm;
  /** The lease that is renewed, for the line above the form. */
  renews?: LinkedLease | null;
  extraCharges: ChargeValue[];
  /** Comma-joined, as the uploader has it. */
  files: string;
}

/** What a new lease starts from (defaults of the design: domain.md 2.6). */
export const BLANK: Partial<LeaseValues> = {
  kind: 1,
  lettingMode: 1,
  term: [null, null],
  rooms: [],
  rentBasis: 1,
  rentFen: 0,
  billingCycle: 3,
  periodMode: 'ANCHORED',
  proration: 'ACTUAL',
  dueKind: 'ADVANCE',
  dueN: 10,
  issueLeadDays: 10,
  rentFree: [],
  rises: false,
  escalation: { everyMonths: 12, mode: 'PCT', value: 50_000, compound: true },
  depositFen: 0,
  depositMonths: 0,
  lateFeePpm: 500,
  graceDays: 5,
  capPpm: 200_000,
  holdoverPpm: 1_000_000,
  renewNoticeDays: 90,
  extraCharges: [],
  files: '',
};

const BY_AREA: readonly number[] = [2, 3];
/** Whether the rent follows from unit price and area. */
export const isByArea = (rentBasis: number | undefined): boolean => BY_AREA.includes(rentBasis ?? 0);

const sorted = (steps: readonly RentStep[]): RentStep[] => [...steps].sort((a, b) => a.from.localeCompare(b.from));

/** From the server's lease to the form. */
export function toValues(lease: LeaseRow): Partial<LeaseValues> {
  const { startDate, endDate, roomList, dueRule, escalation, files, extraCharges } = lease;
  return {
    ...lease,
    term: [startDate, endDate],
    rooms: roomList.map(({ roomId, roomCode, assetName, rentAreaM2, priceE4 }) => ({
      ...{ roomId, roomCode, assetName, rentAreaM2, priceE4 },
    })),
    dueKind: dueRule.kind,
    dueN: dueRule.n,
    rises: Boolean(escalation),
    escalation: escalation
      ? { ...escalation, everyMonths: escalation.everyMonths || 12, steps: sorted(escalation.steps) }
      : (BLANK.escalation ?? {}),
    extraCharges,
    files: files.join(','),
  };
}

/** What a lease of an empty room starts from: the room, and the party A that manages it. */
export function lettingOf({ roomId, roomCode, assetName, rentAreaM2, partyAId }: RoomCard): Partial<LeaseValues> {
  return {
    ...BLANK,
    ...(partyAId > 0 && { partyAId }),
    rooms: [{ roomId, roomCode, assetName, rentAreaM2, priceE4: null }],
  };
}

const DAY = 'YYYY-MM-DD';

/** The term after a term: from the day after its end, as many months long, or days when it has no whole months. */
export function nextTerm(from: string, to: string, effectiveEnd: string): [string, string] {
  const [first, afterLast, start] = [dayjs(from), dayjs(to).add(1, 'day'), dayjs(effectiveEnd).add(1, 'day')];
  const months = afterLast.diff(first, 'month');
  const whole = months > 0 && first.add(months, 'month').isSame(afterLast, 'day');
  const end = whole ? start.add(months, 'month') : start.add(afterLast.diff(first, 'day'), 'day');
  return [start.format(DAY), end.subtract(1, 'day').format(DAY)];
}

const RENEWED = 2;
const RENEWAL_MODE = 3;

/** What a renewal starts from: the old contract at its last rent, without what belongs to the old paper or term. */
export function renewalOf(lease: LeaseRow, stages: readonly Stage[]): Partial<LeaseValues> {
  const { leaseId, leaseNo, state, startDate, endDate, effectiveEnd, rentBasis, escalation } = lease;
  const old = toValues(lease);
  const last = stages.find(({ from, to }) => from <= effectiveEnd && effectiveEnd <= to) ?? stages[stages.length - 1];
  // days listed one by one are of the old term
  const rises = Boolean(escalation) && escalation?.mode !== 'SET';
  return {
    ...BLANK,
    ...pick(old, KEPT),
    kind: RENEWED,
    lettingMode: RENEWAL_MODE,
    prevLeaseId: leaseId,
    renews: { leaseId, leaseNo, state },
    term: nextTerm(startDate, endDate, effectiveEnd),
    rentFen: isByArea(rentBasis) || !last ? lease.rentFen : last.rent,
    rises,
    escalation: rises ? { ...escalation, baseDate: null } : (BLANK.escalation ?? {}),
  };
}

/** What a renewal takes over as it is. */
const KEPT = [
  'title',
  'partyAId',
  'tenantId',
  'coTenants',
  'rooms',
  'purpose',
  'rentBasis',
  'billingCycle',
  'periodMode',
  'proration',
  'dueKind',
  'dueN',
  'issueLeadDays',
  'depositFen',
  'depositMonths',
  'lateFeePpm',
  'graceDays',
  'capPpm',
  'extraCharges',
  'holdoverPpm',
  'renewPriority',
  'renewNoticeDays',
  'subletAllowed',
] as const satisfies readonly (keyof LeaseValues)[];

/** Some fields of a record. */
export function pick<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Partial<Pick<Whole, Key>> {
  return Object.fromEntries(keys.filter((key) => whole[key] !== undefined).map((key) => [key, whole[key]])) as Partial<
    Pick<Whole, Key>
  >;
}

/** An escalation as the server takes it: what another mode would use is left out. */
function riseOf(escalation: EscalationForm | undefined): EscalationForm {
  const { mode = 'PCT', everyMonths, value, compound, baseDate, steps = [], list = [] } = escalation ?? {};
  const rule = { everyMonths: everyMonths ?? 0, mode, value: value ?? 0, compound: Boolean(compound) };
  if (mode !== 'SET') return { ...rule, ...(baseDate && { baseDate }) };
  if (steps.length > 0) return { ...rule, everyMonths: 0, value: 0, steps: sorted(steps) };
  return { ...rule, list, ...(baseDate && { baseDate }) };
}

const freeOf = (free: RentFreeForm): RentFreeForm => ({ ...free, scope: free.scope || 1 });

/** From the form to what the server takes. */
export function toForm(values: LeaseValues, leaseId: number | null): LeaseForm {
  const {
    term,
    rooms = [],
    dueKind,
    dueN,
    rises,
    escalation,
    files,
    extraCharges = [],
    rentFree = [],
    renews: _renews,
    ...rest
  } = values;
  const byArea = isByArea(rest.rentBasis);
  const [startDate, endDate] = term ?? [];
  return {
    ...rest,
    ...(leaseId !== null && { leaseId }),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    rentFen: byArea ? 0 : (rest.rentFen ?? 0),
    depositFen: rest.depositFen ?? 0,
    rooms: rooms.map(({ roomId, rentAreaM2, priceE4 }) => ({
      roomId,
      rentAreaM2,
      priceE4: byArea ? (priceE4 ?? 0) : 0,
    })),
    dueRule: { kind: dueKind, n: dueN ?? 0 },
    escalation: rises ? riseOf(escalation) : null,
    rentFree: rentFree.map(freeOf),
    extraCharges: extraCharges.map(({ key, kind, monthFen, priceE4 }) => ({
      key: key ?? 0,
      kind,
      monthFen: monthFen ?? 0,
      priceE4: priceE4 ?? 0,
    })),
    files: fileIds(files),
  };
}
