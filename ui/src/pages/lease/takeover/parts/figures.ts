/** Figures of a ledger beside those that were computed. */
import type {
  TakeoverCheck,
  TakeoverLease,
  TakeoverPeriods,
  TakeoverSum,
  TakeoverSums,
  TakeoverTenant,
  TakeoverTotal,
} from '@/api/takeover';
import { formatArea, formatYuan, NOTHING } from '@/lib/money';
import { differing } from './ready';

/** A figure of the sums in its own unit: a number, square metres or yuan. */
export function figureText({ what }: TakeoverSum, value: number | null): string {
  if (value === null) return NOTHING;
  if (what === 'leases') return String(value);
  return what === 'area' ? formatArea(value) : formatYuan(value);
}

export const gapOf = ({ ledger, computed }: TakeoverSum): number | null => (ledger === null ? null : computed - ledger);

/** Tenants that are shown: those that differ alone, or those whose name holds what is looked for. */
export function shownTenants(
  tenants: readonly TakeoverTenant[],
  asked: { onlyDiffering: boolean; word: string },
): TakeoverTenant[] {
  const word = asked.word.trim();
  const among = asked.onlyDiffering ? differing(tenants) : [...tenants];
  return word === '' ? among : among.filter(({ name }) => name.includes(word));
}

/** What tenants add up to; the ledger's sum is none when no column says it. */
export function totalOf(tenants: readonly TakeoverTenant[]) {
  const sum = (of: (tenant: TakeoverTenant) => number) => tenants.reduce((all, tenant) => all + of(tenant), 0);
  const hasLedger = tenants.some(({ ledgerFen }) => ledgerFen !== null);
  return {
    leases: sum(({ leases }) => leases),
    arrearsFen: sum(({ arrearsFen }) => arrearsFen),
    ledgerFen: hasLedger ? sum(({ ledgerFen }) => ledgerFen ?? 0) : null,
    differenceFen: hasLedger ? sum(({ differenceFen }) => differenceFen) : null,
  };
}

/** A line of totals that disagrees with its own rows, in words. */
export function totalText(
  { row, word, column, stated, counted, difference, unit, rows }: TakeoverTotal,
  columns: TakeoverCheck['columns'],
): string {
  const label = columns.find((one) => one.column === column)?.label ?? '';
  const of = unit ?? '';
  return `台账第 ${row} 行“${word}”的${label} ${stated}${of}，与 ${rows} 行之和 ${counted}${of} 相差 ${difference}${of}`;
}

export const arrearsOf = ({ openings }: TakeoverLease): number =>
  openings.reduce((sum, { amountFen }) => sum + amountFen, 0);

/** In whose hands the periods are; missing ones and those in two hands are wrong. */
export function periodParts(periods: TakeoverPeriods) {
  const { paidBefore, opening, billed, toCome, missing, twice } = periods;
  return {
    count: paidBefore + opening + billed + toCome + missing + twice,
    text: `期初前已缴 ${paidBefore}，期初欠缴 ${opening}，已出账 ${billed}，待出账 ${toCome}，`,
    wrong: `缺 ${missing}，重 ${twice}`,
    isWrong: missing + twice > 0,
  };
}

/** What is compared now, as a batch has it once it is submitted. */
export function sumsOf({ sums }: TakeoverCheck): TakeoverSums {
  const of = (name: string) => sums.find(({ what }) => what === name)?.computed ?? 0;
  const area = String(of('area')).padStart(3, '0');
  return {
    leases: of('leases'),
    areaM2: `${area.slice(0, -2)}.${area.slice(-2)}`,
    monthRentFen: of('monthRent'),
    arrearsFen: of('arrears'),
    notDueFen: of('notDue'),
    creditFen: of('credit'),
    depositFen: of('deposit'),
  };
}
