/** Workbooks as banks make them: which column is what, remembered by account. */
import { api } from './client';
import type { ImportReport } from './exchange';

export interface BankAccount {
  name: string;
  bank: string;
  tail: string;
  /** Whether its columns are known from the last time. */
  remembered: boolean;
}
/** What a column may be. */
export type BankPart =
  | 'valueDate'
  | 'amount'
  | 'inflow'
  | 'outflow'
  | 'direction'
  | 'payer'
  | 'payerAccount'
  | 'bankRef'
  | 'remark';
/** Columns from 0, and the number of the first line as the spreadsheet program shows it. */
export type BankMapping = { firstRow: number } & Partial<Record<BankPart, number | null>>;
export interface BankLook {
  rows: { number: number; cells: string[] }[];
  total: number;
  mapping: BankMapping;
  remembered: boolean;
  changed: boolean;
}
export interface BankSource {
  partyAId: number;
  tail: string;
  file: File;
}

export const bankAccounts = (partyAId: number) =>
  api.get<{ data: BankAccount[] }>('/fin/receipt/bank/accounts', { partyAId }).then(({ data }) => data);

const body = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** The first rows of a workbook, and which column is taken for what. */
export const lookAtBook = ({ partyAId, tail, file }: BankSource) =>
  api.post<{ data: BankLook }>('/fin/receipt/bank/look', body(file), { partyAId, tail }).then(({ data }) => data);

export interface BankRun {
  source: BankSource;
  mapping: BankMapping;
  /** Lines that are in the books already are left alone instead of refused. */
  skipKnown: boolean;
  dryRun: boolean;
}
export function importBook({ source, mapping, skipKnown, dryRun }: BankRun): Promise<ImportReport> {
  const form = body(source.file);
  form.append('mapping', JSON.stringify(mapping));
  const { partyAId, tail } = source;
  const query = { partyAId, tail, skipKnown, dryRun };
  return api.post<{ data: ImportReport }>('/fin/receipt/bank/importData', form, query).then(({ data }) => data);
}
