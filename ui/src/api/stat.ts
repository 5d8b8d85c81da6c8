import { api } from './client';
import type { Query, Schema } from './contract';
import { reading } from './reading';
import { STAT } from './signals';

type Asked = Query<'GET /stat/yingShou'>;
/**
 * What every block is asked (domain 4.0), as an address has it: lists are comma-joined; month 0 is the whole year; the
 * books as they stood at the end of `asOf`.
 */
export type ReportQuery = Record<keyof Pick<Asked, 'year' | 'month'>, number> &
  Record<keyof Pick<Asked, 'asOf'>, string> &
  Partial<Record<keyof Pick<Asked, 'plateId' | 'partyAId' | 'deptId'>, string>>;

/** What every block answers with its figures. */
export type ReportFacts = Pick<Schema<'ReceivableBlock'>, 'asOf' | 'year' | 'month' | 'closed'>;

export type ReceivableBlock = Schema<'ReceivableBlock'>;
export type ReceivedBlock = Schema<'ReceivedBlock'>;
export type AreaShareBlock = Schema<'AreaShareBlock'>;
export type AreaMeasure = keyof AreaShareBlock['measures'];
export type AreaUseBlock = Schema<'AreaUseBlock'>;
export type AreaUse = Schema<'AreaUse'>;
export type TodoBlock = Schema<'TodoBlock'>;
export type Waiting = Schema<'Waiting'>;
export type CashFlowBlock = Schema<'CashFlowBlock'>;
export type CashMonth = Schema<'CashFlowMonth'>;
export type ArrearsBlock = Schema<'ArrearsBlock'>;
export type Remittances = Schema<'Remittances'>;
export type RateBlock = Schema<'RateBlock'>;
export type RateRank = Schema<'Rank'>;
export type RateVariants = Omit<RateRank, 'id' | 'name'>;
export type ExposureBlock = Schema<'ExposureBlock'>;

/** The last part of the path of each block. */
export type StatName =
  | 'yingShou'
  | 'shiShou'
  | 'plateAssetAreaPie'
  | 'plateAssetArea'
  | 'daiBan'
  | 'baoGuangTai'
  | 'xianJinLiu'
  | 'qianJiao'
  | 'shouJiaoLv';
export type StatBlocks = { [Name in StatName]: Schema<`GET /stat/${Name}`>['answer']['data'] };

export type Overview = Schema<'MonthOverview'>;
/** What a leader has to know of the month so far. */
export const overviewQuery = reading(
  [STAT, 'overview'],
  () => (signal) => api.get<{ data: Overview }>('/stat/overview', undefined, signal).then(({ data }) => data),
);

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
