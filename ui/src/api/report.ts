import type { Params } from '@/lib/params';
import type { DateSpan } from './business';
import { api } from './client';
import { reading } from './reading';

/** What a total is measured in: fen, hundredths of a square metre, parts of ten thousand. */
export type Unit = 'fen' | 'area' | 'rate';

/** Totals of a report over the whole filter. */
export interface ReportSums {
  /** The question in words. */
  about: string;
  totals: { key: string; label: string; value: number | null; unit: Unit }[];
  /** Totals beside what the statistics report says for the same question. */
  checks: { label: string; listed: number; figure: number; unit: Unit }[];
}

/** A row with its place on the page: lines of a report have no number of their own. */
export type Numbered<Row> = Row & { place: number };

export interface ReportAnswer<Row> {
  rows: Row[];
  total: number;
  sums: ReportSums;
  figureFen: number | null;
}

export const listReport =
  <Row extends object>(page: string) =>
  (query: Params, signal?: AbortSignal) =>
    api
      .get<ReportAnswer<Row>>(`/report/${page}/list`, query, signal)
      .then((answer) => ({ ...answer, rows: answer.rows.map((row, place) => ({ ...row, place: place + 1 })) }));

/** A named filter of a report; everybody has his own. */
export interface SavedQuery {
  savedId: number;
  name: string;
  search: string;
}

export const savedSearchesQuery = reading(
  'saved-searches',
  (page: string) => (signal) =>
    api.get<{ data: SavedQuery[] }>('/report/saved/list', { page }, signal).then(({ data }) => data),
);
export const saveQuery = (form: { page: string; name: string; search: string }) => api.post('/report/saved', form);
export const removeSaved = (savedId: number) => api.delete(`/report/saved/${savedId}`);

export interface ReportBill {
  billId: number;
  billNo: string;
  tenantId: number;
  tenantName: string;
  partyAName: string;
  plateName: string;
  roomText: string;
  kind: number;
  period: DateSpan | null;
  dueDate: string;
  amountFen: number;
  waivedFen: number;
  netFen: number;
  collectedFen: number;
  openFen: number;
  overdueDays: number;
}
export interface ArrearsRow extends ReportBill {
  age: string;
  dunnedOn: string;
  dunnedBy: string;
}
export interface ReceivedRow {
  receiptId: number;
  receiptNo: string;
  bookDate: string;
  tenantName: string;
  payerName: string;
  method: string;
  partyAName: string;
  plateName: string;
  billId: number;
  billNo: string;
  kindLabel: string;
  dueDate: string;
  part: string;
  amountFen: number;
}
export interface SettledRow {
  receiptId: number;
  receiptNo: string;
  bookDate: string;
  sourceLabel: string;
  tenantName: string;
  partyAName: string;
  plateName: string;
  billId: number;
  billNo: string;
  kind: number;
  dueDate: string;
  amountFen: number;
}
export interface AdjustedRow {
  billId: number;
  billNo: string;
  bookDate: string;
  reasonLabel: string;
  documentNo: string;
  tenantName: string;
  partyAName: string;
  plateName: string;
  kind: number;
  dueDate: string;
  amountFen: number;
}
export interface CashRow {
  receiptId: number;
  billId: number;
  bookDate: string;
  kindLabel: string;
  documentNo: string;
  counterparty: string;
  partyAName: string;
  plateName: string;
  note: string;
  inFen: number;
  outFen: number;
  treasuryFen: number;
}
export interface RemittanceRow {
  partyAId: number;
  partyAName: string;
  month: string;
  dueDate: string;
  shouldFen: number;
  handedFen: number;
  owedFen: number;
  lateDays: number;
}
export interface OccupancyRow {
  assetId: number;
  assetName: string;
  roomCode: string;
  stateLabel: string;
  tenantName: string;
  plateName: string;
  partyAName: string;
  buildingM2: string | null;
  letM2: string;
  vacantM2: string;
  ownM2: string;
  lentM2: string;
  otherM2: string;
  lettableM2: string;
  rate: number | null;
}
export interface CollectionRow {
  partyAId: number;
  plateId: number;
  partyAName: string;
  plateName: string;
  month: string;
  dueFen: number;
  waivedFen: number;
  netDueFen: number;
  collectedFen: number;
  inTimeFen: number;
  openFen: number;
  rate: number | null;
}
export interface AgeingRow {
  tenantId: number;
  tenantName: string;
  bucketsFen: number[];
  arrearsFen: number;
  creditFen: number;
  balanceFen: number;
}
export interface ExpiryRow {
  leaseId: number;
  leaseNo: string;
  tenantName: string;
  partyAName: string;
  plateName: string;
  startDate: string;
  endDate: string;
  daysLeft: number;
  areaM2: string;
  roomCount: number;
  renewPriority: boolean;
  returnedDate: string;
}
export interface ForecastRow {
  month: string;
  partyAName: string;
  plateName: string;
  leases: number;
  rentFen: number;
  otherFen: number;
}
export interface WaivedRow {
  waiverNo: string;
  effectiveDate: string;
  reasonLabel: string;
  policyDoc: string;
  billId: number;
  billNo: string;
  tenantName: string;
  partyAName: string;
  plateName: string;
  kind: number;
  dueDate: string;
  waivedFen: number;
}
export interface PlateRow {
  plateId: number;
  plateName: string;
  dueFen: number;
  waivedFen: number;
  netDueFen: number;
  collectedFen: number;
  rate: number | null;
  receivedFen: number;
  arrearsFen: number;
  buildingM2: string;
  lettableM2: string;
  letM2: string;
  vacantM2: string;
  occupancy: number | null;
}
