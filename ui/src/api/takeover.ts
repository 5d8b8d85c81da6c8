/** Take-over 上线接收 of a unit's own ledger. */

import type { Params } from '@/lib/params';
import type { Rows, Versioned } from './business';
import { api } from './client';
import type { Schema } from './contract';
import { reading } from './reading';

export const TakeoverState = { Checking: 0, Submitted: 1, Received: 2, Withdrawn: 9 } as const;
export const TakeoverStateLabels = [
  [0, '核对中'],
  [1, '待批准'],
  [2, '已接收'],
  [9, '已撤回'],
] as const;

export const TakeoverFieldLabels = [
  ['paperNo', '纸质合同编号'],
  ['partyA', '出租单位'],
  ['tenant', '承租人'],
  ['idNo', '证件号码'],
  ['phone', '联系电话'],
  ['contact', '联系人'],
  ['asset', '资产（坐落）'],
  ['building', '楼栋'],
  ['floor', '楼层'],
  ['room', '房号'],
  ['area', '计租面积'],
  ['purpose', '用途'],
  ['term', '租期（起止在一列）'],
  ['start', '起租日'],
  ['end', '到期日'],
  ['monthRent', '月租金'],
  ['yearRent', '年租金'],
  ['price', '月租单价（元/㎡）'],
  ['cycle', '缴费周期'],
  ['due', '缴费约定'],
  ['rise', '递增'],
  ['currentRent', '现行月租金'],
  ['rentFree', '免租期'],
  ['propertyFee', '月物业费'],
  ['deposit', '押金'],
  ['depositHeld', '已收押金'],
  ['paidUntil', '已缴至'],
  ['arrears', '欠缴金额'],
  ['credit', '预收金额'],
  ['signDate', '签订日期'],
  ['returned', '退房日期'],
  ['scan', '扫描件文件名'],
  ['remark', '备注'],
] as const;

export const TakeoverOriginLabels = [
  ['said', '已指定'],
  ['remembered', '上次的对应'],
  ['header', '按列名'],
  ['nothing', '不接收'],
] as const;

type Owned = Pick<
  Schema<'WaiverOut'>,
  'deptId' | 'version' | 'createByName' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime' | 'remark'
>;

/** What the server's document will say: `Wire['…']` becomes `Schema<'…'>` with it, and this goes. */
interface Wire {
  TakeoverState: 0 | 1 | 2 | 9;
  TakeoverField: (typeof TakeoverFieldLabels)[number][0];
  TakeoverOrigin: 'said' | 'remembered' | 'header' | 'nothing';
  TakeoverLevel: 'stop' | 'warn';
  TakeoverTerms: { billingCycle: number; due: string; depositIsHeld: boolean; asset: string; plateId: number };
  TakeoverReading: {
    sheet: number;
    headerFrom: number;
    headerTo: number;
    unit: string;
    fields: Record<string, Wire['TakeoverField'] | null>;
    left: number[];
    tenants: Record<string, number>;
    notes: Record<string, string>;
    terms: Wire['TakeoverTerms'];
  };
  TakeoverSums: {
    leases: number;
    areaM2: string;
    monthRentFen: number;
    arrearsFen: number;
    creditFen: number;
    depositFen: number;
  };
  TakeoverOut: Owned & {
    batchId: number;
    batchNo: string;
    partyAId: number;
    partyAName: string;
    booksFrom: string;
    fileId: number;
    fileName: string;
    state: Wire['TakeoverState'];
    sums: Wire['TakeoverSums'] | null;
    withoutScan: number;
    decidedBy: string;
    comment: string;
    receivedAt: string;
    ownSubmission: boolean;
    reading: Wire['TakeoverReading'];
  };
  TakeoverChange: {
    batchId: number;
    version?: number | null;
    booksFrom: string;
    reading: Wire['TakeoverReading'];
    remark?: string;
  };
  WhichTakeover: { id: number; version?: number | null; comment?: string };
  TakeoverSheet: { no: number; name: string; note: string };
  TakeoverColumn: {
    column: number;
    letter: string;
    label: string;
    field: Wire['TakeoverField'] | null;
    origin: Wire['TakeoverOrigin'];
    samples: string[];
    evidence: string;
    misfits: number;
  };
  TakeoverProblem: {
    row: number;
    level: Wire['TakeoverLevel'];
    field: Wire['TakeoverField'] | null;
    text: string;
  };
  TakeoverSum: { what: string; label: string; ledger: number | null; computed: number };
  TakeoverTenant: {
    name: string;
    rows: number[];
    leases: number;
    monthRentFen: number;
    ledgerFen: number | null;
    arrearsFen: number;
    differenceFen: number;
    creditFen: number;
    depositFen: number;
    note: string;
  };
  NearTenant: { tenantId: number; tenantName: string; idNo: string };
  NewTenant: {
    name: string;
    row: number;
    near: Wire['NearTenant'][];
    alike: string[];
    chosen: number | null;
  };
  NewRoom: { asset: string; building: string; roomNo: string; areaM2: string; row: number };
  NewPlace: { asset: string; building: string; near: string };
  TakeoverMasters: {
    tenants: Wire['NewTenant'][];
    tenantCount: number;
    places: Wire['NewPlace'][];
    rooms: Wire['NewRoom'][];
    roomCount: number;
  };
  OpeningBill: { kind: string; from: string; to: string; dueDate: string; amountFen: number };
  TakeoverLease: {
    row: number;
    paperNo: string;
    tenant: string;
    rooms: string;
    startDate: string;
    endDate: string;
    monthRentFen: number;
    paidUntil: string | null;
    openings: Wire['OpeningBill'][];
    creditFen: number;
    depositFen: number;
    ledgerFen: number | null;
  };
  TakeoverPeriods: {
    paidBefore: number;
    opening: number;
    billed: number;
    toCome: number;
    missing: number;
    twice: number;
  };
  TakeoverCheck: {
    version: number;
    sheets: Wire['TakeoverSheet'][];
    sheet: number;
    title: string;
    header: [number, number] | null;
    unit: string;
    doubts: string[];
    warnings: string[];
    leftOut: Schema<'SurveyLeftOut'>[];
    totals: Schema<'SurveyTotal'>[];
    columns: Wire['TakeoverColumn'][];
    lacks: string[];
    rows: number;
    others: [string, number][];
    sums: Wire['TakeoverSum'][];
    tenants: Wire['TakeoverTenant'][];
    masters: Wire['TakeoverMasters'];
    problems: Wire['TakeoverProblem'][];
    stops: number;
    warned: number;
    leases: Wire['TakeoverLease'][];
    periods: Wire['TakeoverPeriods'];
    isReady: boolean;
  };
  TakenLease: {
    row: number;
    leaseId: number;
    leaseNo: string;
    paperNo: string;
    tenantName: string;
    scan: string;
    files: number;
    warnings: string[];
  };
  TakeoverResult: { leases: Wire['TakenLease'][]; periods: Wire['TakeoverPeriods']; holds: string[] };
  ScanFile: { name: string; leaseNo: string; by: string; reason: string };
  ScansTaken: { files: Wire['ScanFile'][]; taken: number; left: number; withoutScan: number };
}

export type TakeoverField = Wire['TakeoverField'];
export type TakeoverOrigin = Wire['TakeoverOrigin'];
export type TakeoverTerms = Wire['TakeoverTerms'];
export type TakeoverReading = Wire['TakeoverReading'];
export type TakeoverSums = Wire['TakeoverSums'];
export type TakeoverRow = Wire['TakeoverOut'];
export type TakeoverChange = Wire['TakeoverChange'];
export type TakeoverColumn = Wire['TakeoverColumn'];
export type TakeoverProblem = Wire['TakeoverProblem'];
export type TakeoverSum = Wire['TakeoverSum'];
export type TakeoverTotal = Schema<'SurveyTotal'>;
export type TakeoverLeftOut = Schema<'SurveyLeftOut'>;
export type TakeoverTenant = Wire['TakeoverTenant'];
export type NewTenant = Wire['NewTenant'];
export type NewPlace = Wire['NewPlace'];
export type NewRoom = Wire['NewRoom'];
export type TakeoverMasters = Wire['TakeoverMasters'];
export type OpeningBill = Wire['OpeningBill'];
export type TakeoverLease = Wire['TakeoverLease'];
export type TakeoverPeriods = Wire['TakeoverPeriods'];
export type TakeoverCheck = Wire['TakeoverCheck'];
export type TakenLease = Wire['TakenLease'];
export type TakeoverResult = Wire['TakeoverResult'];
export type ScanFile = Wire['ScanFile'];
export type ScansTaken = Wire['ScansTaken'];

const BASE = '/lease/takeover';

export const listTakeovers = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<TakeoverRow>>(`${BASE}/list`, query, signal);
export const takeoverQuery = reading(
  ['lease-takeover', 'one'],
  (id: number) => () => api.get<{ data: TakeoverRow }>(`${BASE}/${id}`).then(({ data }) => data),
);
/** What the ledger comes to; of thousands of rows it takes seconds. */
export const takeoverCheckQuery = reading(
  ['lease-takeover', 'check'],
  (id: number) => (signal) =>
    api.get<{ data: TakeoverCheck }>(`${BASE}/${id}/check`, {}, signal).then(({ data }) => data),
);
export const takeoverResultQuery = reading(
  ['lease-takeover', 'result'],
  (id: number) => (signal) =>
    api.get<{ data: TakeoverResult }>(`${BASE}/${id}/result`, {}, signal).then(({ data }) => data),
);

/** Gives the number of the batch. */
export function uploadLedger(file: File, partyAId: number, booksFrom?: string | null): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  body.append('partyAId', String(partyAId));
  if (booksFrom) body.append('booksFrom', booksFrom);
  return api.post<{ data: { id: number } }>(BASE, body).then(({ data }) => data.id);
}
export const changeTakeover = (form: Versioned<TakeoverChange>) => api.put(BASE, form);
export const removeTakeovers = (ids: readonly number[]) => api.delete(`${BASE}/${ids.join(',')}`);

type Which = Versioned<Wire['WhichTakeover']>;
/** Back from its process, before anybody has decided. */
export const recallTakeover = (which: Which) => api.post(`${BASE}/recall`, which);
export const decideTakeover = (decision: Versioned<Schema<'Decide'>>) => api.post(`${BASE}/decide`, decision);
/** Takes back what was received; with a reason. */
export const withdrawTakeover = (which: Which) => api.post(`${BASE}/withdraw`, which);

/** Scans of contracts in one zip; `dryRun` tells what would happen. */
export function takeScans(id: number, file: File, dryRun: boolean): Promise<ScansTaken> {
  const body = new FormData();
  body.append('file', file);
  body.append('id', String(id));
  body.append('dryRun', String(dryRun));
  const send = dryRun ? api.ask : api.post;
  return send<{ data: ScansTaken }>(`${BASE}/scans`, body).then(({ data }) => data);
}

/** The 核对表 as a workbook; gives the name of the file to fetch. */
export const exportTakeover = (id: number) => api.ask<{ msg: string }>(`${BASE}/${id}/export`).then(({ msg }) => msg);
