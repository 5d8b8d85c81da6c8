import { describe, expect, it } from 'vitest';
import { ChangeKind } from '@/api/generated/enums';
import type { ChangeForm, LeaseRow } from '@/api/lease';
import { type ChangeValues, riseBase, toChange, toChangeValues } from './changeForm';
import { type LeaseValues, nextTerm, renewalOf, toForm, toValues } from './leaseValues';

const LEASE = {
  leaseId: 7,
  leaseNo: 'HT-202401-000007',
  version: 3,
  state: 4,
  partyAId: 1,
  tenantId: 2,
  paperNo: '纸-1',
  roomList: [{ roomId: 5, roomCode: 'R5', assetName: '园', rentAreaM2: '80.00', priceE4: 0 }],
  rooms: [{ roomId: 5, rentAreaM2: '80.00', priceE4: 0 }],
  startDate: '2024-03-01',
  endDate: '2027-02-28',
  effectiveEnd: '2027-02-28',
  rentBasis: 1,
  rentFen: 2_500_000,
  dueRule: { kind: 'DAY', n: 5 },
  escalation: { everyMonths: 12, mode: 'PCT', value: 50_000, list: [], steps: [], compound: true, baseDate: null },
  extraCharges: [],
  rentFree: [{ from: '2024-03-01', to: '2024-03-31', scope: 1 }],
  files: [11],
  steps: [],
} as unknown as LeaseRow;
const STAGES = [
  { from: '2024-03-01', to: '2025-02-28', rent: 2_500_000 },
  { from: '2025-03-01', to: '2026-02-28', rent: 2_625_000 },
  { from: '2026-03-01', to: '2027-02-28', rent: 2_756_250 },
];

describe('renewal', () => {
  it.each([
    ['2024-03-01', '2027-02-28', '2027-02-28', ['2027-03-01', '2030-02-28']],
    ['2024-01-15', '2025-01-14', '2025-01-14', ['2025-01-15', '2026-01-14']],
    ['2024-01-31', '2024-02-09', '2024-02-09', ['2024-02-10', '2024-02-19']],
    // ended early: the new term begins then, as long as the old one was agreed
    ['2024-03-01', '2027-02-28', '2024-10-20', ['2024-10-21', '2027-10-20']],
  ])('%s ~ %s, over on %s', (from, to, end, next) => {
    expect(nextTerm(from, to, end)).toEqual(next);
  });

  it('takes the last rent and the terms over, not the papers of the old lease', () => {
    const form = toForm(renewalOf(LEASE, STAGES) as LeaseValues, null);
    expect(form).toMatchObject({
      ...{ kind: 2, lettingMode: 3, prevLeaseId: 7, rentFen: 2_756_250, tenantId: 2, startDate: '2027-03-01' },
      escalation: { everyMonths: 12, mode: 'PCT', value: 50_000, compound: true },
      ...{ rooms: LEASE.rooms, rentFree: [], files: [] },
    });
    for (const key of ['leaseId', 'version', 'paperNo', 'steps']) expect(form).not.toHaveProperty(key);
  });
});

describe('change', () => {
  it.each([
    ['2025-02-28', '2024-03-01'],
    ['2025-03-01', '2025-03-01'],
    ['2026-11-16', '2026-03-01'],
  ])('from %s the rent goes on rising by the calendar of %s', (day, base) => {
    expect(riseBase(LEASE, day)).toBe(base);
  });

  const change = (values: Partial<ChangeValues>, kind: ChangeForm['kind']) =>
    toChange(LEASE, { effectiveDate: '2026-11-16', reason: '协议', ...values }, kind);

  it('replaces the fields of its kind alone', () => {
    const values = toChangeValues(LEASE, STAGES, '2026-01-01');
    expect(values.rentFen).toBe(2_625_000);
    const { facts } = change({ ...values, rentFen: 3_000_000, depositFen: 9 }, ChangeKind.Rent);
    expect(facts).toMatchObject({ rentFen: 3_000_000, escalation: { baseDate: '2026-03-01' }, paperNo: '纸-1' });
    expect(facts?.depositFen).toBeUndefined();
    expect(change({ depositFen: 9 }, ChangeKind.Deposit).facts).toMatchObject({ depositFen: 9, rentFen: 2_500_000 });
    expect(change({ newEnd: '2028-02-29' }, ChangeKind.Term).facts?.endDate).toBe('2028-02-29');
    expect(change({}, ChangeKind.Termination).facts).toBeUndefined();
  });

  it('leaves listed steps that have been taken to the old version', () => {
    const steps = [
      { from: '2026-01-01', rent: 1 },
      { from: '2027-01-01', rent: 2 },
    ];
    const { facts } = change({ rises: true, escalation: { mode: 'SET', steps } }, ChangeKind.Rent);
    expect(facts?.escalation).toMatchObject({ mode: 'SET', steps: [steps[1]] });
  });

  it('keeps the key of a charge that is edited, and gives a new one none', () => {
    const extraCharges = [
      { key: 3, kind: 2, monthFen: 100, priceE4: 0 },
      { key: 7, kind: 3, monthFen: 200, priceE4: 0 },
    ];
    const lease = { ...LEASE, extraCharges } as unknown as LeaseRow;
    const values = toValues(lease) as LeaseValues;
    // the first is taken out, the second edited, one is added: as the list of the form does it
    const edited = [
      { ...values.extraCharges[1], monthFen: 300 },
      { kind: 4, monthFen: 50 },
    ] as LeaseValues['extraCharges'];
    const wanted = [
      { key: 7, kind: 3, monthFen: 300, priceE4: 0 },
      { key: 0, kind: 4, monthFen: 50, priceE4: 0 },
    ];
    expect(toForm({ ...values, extraCharges: edited }, 7).extraCharges).toEqual(wanted);
    const changed = toChange(lease, { effectiveDate: '2026-11-16', extraCharges: edited }, ChangeKind.Payment);
    expect(changed.facts?.extraCharges).toEqual(wanted);
  });

  it('says that the deposit goes over with a change of tenant alone', () => {
    expect(change({ tenantId: 3, depositMoves: true }, ChangeKind.Tenant)).toMatchObject({ depositMoves: true });
    expect(change({ depositMoves: true }, ChangeKind.Deposit)).not.toHaveProperty('depositMoves');
  });

  it('does not lose what has no field in the form', () => {
    expect(toForm(toValues(LEASE) as LeaseValues, 7).prevLeaseId).toBe(LEASE.prevLeaseId);
  });
});
