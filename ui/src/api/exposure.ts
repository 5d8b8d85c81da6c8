/** The exposure board: entries, their way to the board and off it. Amounts are fen. */

import type { Params } from '@/lib/params';
import { rangeAs } from './books';
import type { Owned, Rows } from './business';
import { api } from './client';
import type { Decision } from './payout';
import { reading } from './reading';
import { defineResource } from './resource';
import type { ExposureBlock, ExposureItem } from './stat';

export interface ExposureForm {
  entryId?: number;
  version?: number;
  /** 1 arrears, 2 remittance, 3 sublet, 4 idle, 5 safety, 9 other. */
  subjectKind: number;
  tenantId?: number | undefined;
  partyAId?: number | undefined;
  assetId?: number | undefined;
  roomId?: number | undefined;
  amountFen?: number | null;
  overdueDays?: number | null;
  /** Rich text. */
  facts?: string;
  files?: number[];
  /** 1 internal, 2 public. */
  publishScope: number;
  publishFrom?: string | null;
  publishTo?: string | null;
  rectifyDeadline?: string | null;
  remark?: string;
}

export interface LinkedBill {
  billId: number;
  billNo: string;
  dueDate: string;
  netFen: number;
  openFen: number;
}

export interface ExposureRow extends Omit<ExposureForm, 'entryId' | 'version' | 'files' | 'remark'>, Owned {
  entryId: number;
  /** `BG-202401-000001` */
  entryNo: string;
  /** Natural persons masked. */
  displayName: string;
  partyAName: string;
  assetName: string;
  roomCode: string;
  asOf: string;
  rule: number | null;
  /** 0 candidate, 1 submitted, 2 published, 3 rectified, 4 withdrawn, 5 expired, 9 refused. */
  state: number;
  /** The deadline has passed and it is on the board still. */
  late: boolean;
  /** The reader wrote or submitted it. */
  own: boolean;
  submittedByMe: boolean;
  author: string;
  submittedBy: string;
  submittedAt: string;
  decidedBy: string;
  comment: string;
  withdrawn: string | null;
  withdrawReason: string;
  rectified: { day: string; automatic: boolean; note: string } | null;
  /** Letters on file; of arrears, with one entry only. */
  letters: number | null;
  bills: LinkedBill[];
  files: number[];
}

export interface ExposureSums {
  candidates: number;
  waiting: number;
  open: number;
  openFen: number;
  late: number;
  rectified: number;
}

/** Value of the state filter for those on the board whose deadline has passed. */
export const LATE = 'late';

/** The query form's values under the names the server knows. */
export function exposureFilters({ published, state, ...query }: Params): Params {
  const { publishedFrom: from, publishedTo: to, ...rest } = rangeAs('published', query);
  return { ...rest, ...(from && { from }), ...(to && { to }), ...(state === LATE ? { late: true } : { state }) };
}

const BASE = '/expo/entry';

export const exposures = defineResource<ExposureRow, ExposureForm>({ name: 'expo-entry', base: BASE, id: 'entryId' });
export const listExposures = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<ExposureRow> & { sums: ExposureSums }>(`${BASE}/list`, exposureFilters(query), signal);

interface Noted {
  id: number;
  version: number;
  comment: string;
  day?: string;
}
export const generateCandidates = () =>
  api.post<{ data: { made: number; closed: number } }>(`${BASE}/candidates`, {}).then(({ data }) => data);
export const submitExposure = (which: { id: number; version: number }) => api.post(`${BASE}/submit`, which);
export const recallExposure = (which: { id: number; version: number }) => api.post(`${BASE}/recall`, which);
export const decideExposure = (decision: Decision) => api.post(`${BASE}/decide`, decision);
export const dropExposure = (noted: Noted) => api.post(`${BASE}/drop`, noted);
export const withdrawExposure = (noted: Noted) => api.post(`${BASE}/withdraw`, noted);
export const rectifyExposure = (noted: Noted) => api.post(`${BASE}/rectify`, noted);

export interface BoardItem extends ExposureItem {
  partyAName: string;
  scope: number;
}
export interface Board extends Omit<ExposureBlock, 'items'> {
  asOf: string;
  items: BoardItem[];
}
export const boardQuery = reading(
  'exposure-board',
  (query: Params) => (signal) => api.get<{ data: Board }>('/expo/board', query, signal).then(({ data }) => data),
);
