/** The wizard's form: flat where the wire nests, so that every control has a field of its own. */
import type { Escalation, LeaseForm, LeaseRow, RentFree } from '@/api/lease';
import { fileIds } from '@/features/business/parts';

/** A room in the form, with what its row shows. */
export interface RoomValue {
  roomId: number;
  roomCode: string;
  assetName: string;
  rentAreaM2: string;
  priceE4: number | null;
}

export interface ChargeValue {
  kind: number;
  monthFen?: number | null;
  priceE4?: number | null;
}

export interface LeaseValues
  extends Omit<LeaseForm, 'rooms' | 'startDate' | 'endDate' | 'dueRule' | 'escalation' | 'files' | 'extraCharges'> {
  /** First and last day. */
  term: [string | null, string | null];
  rooms: RoomValue[];
  dueKind: 'ADVANCE' | 'DAY' | 'ARREARS';
  dueN: number;
  rises: boolean;
  escalation: Partial<Escalation>;
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
  lateFeePpm: 500,
  graceDays: 5,
  capPpm: 200_000,
  extraCharges: [],
  files: '',
};

const BY_AREA: readonly number[] = [2, 3];

/** From the server's lease to the form. */
export function toValues(lease: LeaseRow): Partial<LeaseValues> {
  const { startDate, endDate, roomList, dueRule, escalation, files, extraCharges = [] } = lease;
  return {
    ...lease,
    term: [startDate, endDate],
    rooms: roomList.map(({ roomId, roomCode, assetName, rentAreaM2, priceE4 }) => ({
      ...{ roomId, roomCode, assetName, rentAreaM2, priceE4 },
    })),
    dueKind: dueRule.kind,
    dueN: dueRule.n,
    rises: Boolean(escalation),
    escalation: escalation ?? BLANK.escalation ?? {},
    extraCharges,
    files: files.join(','),
  };
}

const freeOf = (free: RentFree): RentFree => ({ ...free, scope: free.scope || 1 });

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
    ...rest
  } = values;
  const byArea = BY_AREA.includes(rest.rentBasis);
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
    escalation: rises ? { everyMonths: 12, mode: 'PCT', value: 0, compound: false, ...escalation } : null,
    rentFree: rentFree.map(freeOf),
    extraCharges: extraCharges.map(({ kind, monthFen, priceE4 }) => ({
      kind,
      monthFen: monthFen ?? 0,
      priceE4: priceE4 ?? 0,
    })),
    files: fileIds(files),
  };
}
