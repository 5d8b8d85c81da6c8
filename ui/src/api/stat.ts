import { api } from './client';
import { reading } from './reading';
import { STAT } from './signals';

/** What every block is asked (domain 4.0): lists are comma-joined; month 0 is the whole year. */
export type ReportQuery = {
  year: number;
  month: number;
  plateId?: string;
  partyAId?: string;
  deptId?: string;
  /** The books as they stood at the end of this day. */
  asOf: string;
};

/** What every block answers with its figures. */
export interface ReportFacts {
  asOf: string;
  year: number;
  month: number;
  /** Every month of the period is closed for every party A in it. */
  closed: boolean;
}

/** A change against another period in parts of ten thousand; null when that period had nothing. */
export type Rate = number | null;

export interface ReceivableBlock extends ReportFacts {
  /** 净应收租金 of the period. */
  rentFen: number;
  /** Against the month (or year) before and the same month a year ago. */
  onPrevious: Rate;
  onLastYear: Rate;
  yearToDateFen: number;
  /** All kinds of income. */
  allKindsFen: number;
  waivedFen: number;
  byKind: { kind: number; fen: number }[];
  months: { month: number; rentFen: number; otherFen: number; planned: boolean }[];
}

export interface ReceivedBlock extends ReportFacts {
  rentFen: number;
  onPrevious: Rate;
  onLastYear: Rate;
  yearToDateFen: number;
  allKindsFen: number;
  /** 净应收租金 of the same period, to compare with. */
  dueFen: number;
  currentFen: number;
  earlierFen: number;
  aheadFen: number;
  byMethod: { method: number; fen: number }[];
  months: { month: number; fen: number; dueFen: number }[];
}

export type AreaMeasure = 'building' | 'lettable' | 'let';
export interface AreaShare {
  plateId: number;
  name: string;
  color: string;
  areaM2: string;
  /** Parts of ten thousand; together 10,000. */
  share: number;
}
export interface AreaShareBlock {
  asOf: string;
  measures: Record<AreaMeasure, { totalM2: string; items: AreaShare[] }>;
}

export interface AreaUse {
  id: number;
  name: string;
  color: string;
  letM2: string;
  vacantM2: string;
  ownM2: string;
  lentM2: string;
  otherM2: string;
  lettableM2: string;
  rate: Rate;
}
export interface AreaUseBlock {
  asOf: string;
  plates: AreaUse[];
  parties: AreaUse[];
  total: AreaUse;
}

export interface Waiting {
  kind: string;
  label: string;
  id: number;
  /** The number that people know it by. */
  no: string;
  title: string;
  by: string;
  deptName: string;
  amountFen: number | null;
  since: string;
  overdue: boolean;
}
export interface Reminder {
  kind: string;
  label: string;
  count: number;
  path: string;
}
export interface TodoBlock {
  count: number;
  overdue: number;
  /** The five oldest. */
  items: Waiting[];
  /** Own documents that were sent back. */
  returned: Waiting[];
  reminders: Reminder[];
}

export interface CashMonth {
  month: number;
  rentFen: number;
  otherFen: number;
  /** Paid straight to the treasury 财政直缴; never in the net. */
  treasuryFen: number;
  depositFen: number;
  refundFen: number;
  depositRefundFen: number;
  expenseFen: number;
  remittedFen: number;
  netFen: number;
  runningFen: number;
  /** Due by the plan of the leases in a month to come. */
  plannedFen: number;
  future: boolean;
}
export interface CashFlowBlock extends ReportFacts {
  months: CashMonth[];
  /** Expenses without an asset 未分摊. */
  unassignedFen: number;
}

export interface RemitItem {
  partyAId: number;
  name: string;
  shouldFen: number;
  handedFen: number;
  owedFen: number;
  days: number;
  rate: Rate;
}
export interface Remittances {
  shouldFen: number;
  handedFen: number;
  owedFen: number;
  rate: Rate;
  items: RemitItem[];
  months: { month: number; shouldFen: number; handedFen: number; due: boolean }[];
}

export interface ArrearsBlock extends ReportFacts {
  arrearsFen: number;
  tenants: number;
  bills: number;
  dueTodayFen: number;
  ageing: { fen: number; bills: number }[];
  /** Of the last bucket: older than three years. */
  overThreeYearsFen: number;
  top: { tenantId: number; name: string; fen: number; bills: number }[];
  roll: {
    openingFen: number;
    /** Older bills that were booked late, adjusted or waived since. */
    adjustedFen: number;
    netDueFen: number;
    collectedFen: number;
    paidAheadFen: number;
    dueTodayFen: number;
    closingFen: number;
  };
  /** Whether the bills' sums agree with the ledger. */
  agrees: boolean;
  remittances: Remittances;
}

export interface RateVariants {
  /** 当期 */
  current: Rate;
  /** 按期 */
  inTime: Rate;
  /** 综合 */
  overall: Rate;
  /** 按户 */
  byTenants: Rate;
}
export interface RateRank extends RateVariants {
  id: number;
  name: string;
}
export interface RateBlock extends ReportFacts {
  netDueFen: number;
  collectedFen: number;
  waivedFen: number;
  variants: RateVariants & { earlier: Rate };
  /** Parts of ten thousand. */
  target: number;
  plates: RateRank[];
  parties: RateRank[];
  months: { month: number; now: Rate; atMonthEnd: Rate }[];
  remittances: Remittances;
}

export interface ExposureItem {
  entryId: number;
  name: string;
  kind: number;
  kindLabel: string;
  fen: number | null;
  days: number | null;
  publishedAt: string;
  deadline: string | null;
  late: boolean;
}
export interface ExposureBlock {
  open: number;
  rectifiedThisYear: number;
  rectifyRate: Rate;
  items: ExposureItem[];
}

/** The blocks by the last part of their path. */
export interface StatBlocks {
  yingShou: ReceivableBlock;
  shiShou: ReceivedBlock;
  plateAssetAreaPie: AreaShareBlock;
  plateAssetArea: AreaUseBlock;
  daiBan: TodoBlock;
  baoGuangTai: ExposureBlock;
  xianJinLiu: CashFlowBlock;
  qianJiao: ArrearsBlock;
  shouJiaoLv: RateBlock;
}
export type StatName = keyof StatBlocks;

const HALF_A_MINUTE = 30_000;

/** What a block asks. */
export const blockQuery = <Name extends StatName>(name: Name, query: ReportQuery) => ({
  ...reading(
    [STAT, name],
    (asked: ReportQuery) => (signal) =>
      api.get<{ data: StatBlocks[Name] }>(`/stat/${name}`, asked, signal).then(({ data }) => data),
  )(query),
  staleTime: HALF_A_MINUTE,
});
