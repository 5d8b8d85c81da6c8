/** The choices that the server understands (domain.md 2): its labels, our tones. */
import {
  AssetState,
  AssetStateLabels,
  BillKindLabels,
  CertKindLabels,
  ChangeKindLabels,
  ChangeState,
  ChangeStateLabels,
  CreditFlag,
  CreditFlagLabels,
  DueKindLabels,
  EscalationModeLabels,
  LeaseKindLabels,
  LeaseState,
  LeaseStateLabels,
  LettingModeLabels,
  OccupancyKind,
  OccupancyKindLabels,
  PeriodMode,
  PeriodModeLabels,
  PriceUnitLabels,
  ProrationLabels,
  RentBasisLabels,
  RestrictionKindLabels,
  TenantKindLabels,
  TitleState,
  TitleStateLabels,
  UnitKindLabels,
  UsageLabels,
} from '@/api/generated/enums';
import { formatYuan } from '@/lib/money';
import type { TagTone } from '@/ui/DictTag';

export interface Choice {
  value: number;
  label: string;
  tone?: TagTone;
}

/** An enumeration of the server as choices, with the tones of its tags. */
export const choices = <Value extends number>(
  labels: readonly (readonly [Value, string])[],
  tones: Partial<Record<Value, TagTone>> = {},
): readonly Choice[] => labels.map(([value, label]) => ({ value, label, ...(tones[value] && { tone: tones[value] }) }));

const options = <Value extends string>(labels: readonly (readonly [Value, string])[]) =>
  labels.map(([value, label]) => ({ value, label }));

export const UNIT_KINDS = choices(UnitKindLabels);
export const TITLE_STATES = choices(TitleStateLabels, {
  [TitleState.Titled]: 'ok',
  [TitleState.Untitled]: 'bad',
  [TitleState.Pending]: 'blue',
  [TitleState.Disputed]: 'warn',
});
export const RESTRICTIONS = choices(RestrictionKindLabels);
export const ASSET_STATES = choices(AssetStateLabels, {
  [AssetState.Registered]: 'ok',
  [AssetState.HandingOver]: 'blue',
  [AssetState.HandedOver]: 'off',
  [AssetState.Disposing]: 'warn',
  [AssetState.Disposed]: 'off',
});
/** What may follow a state of an asset. */
export const NEXT_ASSET_STATES: Readonly<Record<number, readonly number[]>> = { 1: [2, 4], 2: [1, 3], 4: [5, 1] };
export const CERT_KINDS = choices(CertKindLabels);
export const USAGES = choices(UsageLabels);
export const PRICE_UNITS = choices(PriceUnitLabels);
export const OCCUPANCY_KINDS = choices(OccupancyKindLabels);
const BLOCKS: readonly number[] = [
  OccupancyKind.Reserve,
  OccupancyKind.SelfUse,
  OccupancyKind.Lend,
  OccupancyKind.Repair,
];
/** What a person may keep a room free for. */
export const BLOCK_KINDS = OCCUPANCY_KINDS.filter(({ value }) => BLOCKS.includes(value));
export const TENANT_KINDS = choices(TenantKindLabels);
export const CREDIT_FLAGS = choices(CreditFlagLabels, {
  [CreditFlag.Normal]: 'ok',
  [CreditFlag.Watched]: 'warn',
  [CreditFlag.Blocked]: 'bad',
});
export const LEASE_KINDS = choices(LeaseKindLabels);
export const LETTING_MODES = choices(LettingModeLabels);
export const LEASE_STATES = choices(LeaseStateLabels, {
  [LeaseState.Draft]: 'plain',
  [LeaseState.Submitted]: 'blue',
  [LeaseState.Approved]: 'warn',
  [LeaseState.Signed]: 'blue',
  [LeaseState.Running]: 'ok',
  [LeaseState.Expired]: 'bad',
  [LeaseState.Terminated]: 'off',
  [LeaseState.Settled]: 'off',
  [LeaseState.Void]: 'off',
});
export const RENT_BASES = choices(RentBasisLabels);
/** What a deposit does when the rent rises. */
export const DEPOSIT_RULES = Array.from({ length: 13 }, (_, months) => ({
  value: months,
  label: months === 0 ? '押金不变' : `补足至${months}个月租金`,
}));
export const BILLING_CYCLES = choices([
  [1, '月付'],
  [2, '两月付'],
  [3, '季付'],
  [4, '四月付'],
  [6, '半年付'],
  [12, '年付'],
  [0, '一次性'],
]);
export const BILL_KINDS = choices(BillKindLabels);
export const EXTRA_KINDS = BILL_KINDS.filter(({ value }) => [2, 3, 4, 8].includes(value));
export const CHANGE_KINDS = choices(ChangeKindLabels);
export const CHANGE_STATES = choices(ChangeStateLabels, {
  [ChangeState.Submitted]: 'blue',
  [ChangeState.Approved]: 'ok',
  [ChangeState.Withdrawn]: 'off',
  [ChangeState.Rejected]: 'off',
});
export const PERIOD_MODES = options(PeriodModeLabels).map(({ value, label }) => ({
  value,
  label: value === PeriodMode.Anchored ? `${label}（按起租日）` : label,
}));
export const PRORATIONS = options(ProrationLabels);
export const DUE_KINDS = options(DueKindLabels);
export const ESCALATIONS = options(EscalationModeLabels);

/** The label of a number; the number itself when nobody knows it. */
export const labelOf = (among: readonly Choice[], value: number | null | undefined): string =>
  value === null || value === undefined ? '' : (among.find((choice) => choice.value === value)?.label ?? `${value}`);

/** Choices as a query form takes them. */
export const queryOptions = (among: readonly Choice[]): { value: string; label: string }[] =>
  among.map(({ value, label }) => ({ value: String(value), label }));

/** «50,000.00 元（随租金补足至2个月租金）». */
export function depositText({ depositFen, depositMonths = 0 }: { depositFen: number; depositMonths?: number }): string {
  const fixed = `${formatYuan(depositFen)} 元`;
  return depositMonths > 0 ? `${fixed}（随租金补足至${depositMonths}个月租金）` : fixed;
}
