import type { Params } from '@/lib/params';
import { api } from './client';
import type { Schema } from './contract';

/** What a total is measured in: fen, hundredths of a square metre, parts of ten thousand. */
export type Unit = Schema<'Unit'>;
/** Totals of a report over the whole filter. */
export type ReportSums = Schema<'Sums'>;

/** A row with its place on the page: lines of a report have no number of their own. */
export type Numbered<Row> = Row & { place: number };

export type ReportAnswer<Row> = Omit<Schema<'ListedBillRow'>, 'rows'> & { rows: Row[] };

export const listReport =
  <Row extends object>(page: string) =>
  (query: Params, signal?: AbortSignal) =>
    api
      .get<ReportAnswer<Row>>(`/report/${page}/list`, query, signal)
      .then((answer) => ({ ...answer, rows: answer.rows.map((row, place) => ({ ...row, place: place + 1 })) }));

export type ReportBill = Schema<'BillRow'>;
export type ArrearsRow = Schema<'ArrearsRow'>;
export type ReceivedRow = Schema<'ReceivedRow'>;
export type SettledRow = Schema<'SettledRow'>;
export type AdjustedRow = Schema<'AdjustedRow'>;
export type CashRow = Schema<'CashRow'>;
export type RemittanceRow = Schema<'RemittanceRow'>;
export type OccupancyRow = Schema<'OccupancyRow'>;
export type CollectionRow = Schema<'CollectionRow'>;
export type AgeingRow = Schema<'AgeingRow'>;
export type ExpiryRow = Schema<'ExpiryRow'>;
export type ForecastRow = Schema<'ForecastRow'>;
export type WaivedRow = Schema<'WaiverRow'>;
export type PlateRow = Schema<'PlateRow'>;
