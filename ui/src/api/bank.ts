/** Files as banks make them: which column is what, remembered by account, and what becomes of their lines. */
import { api } from './client';
import type { ImportReport } from './exchange';
import { reading } from './reading';

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
  | 'remark'
  | 'time'
  | 'balance';
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

export const bankAccountsQuery = reading(
  'bank-accounts',
  (partyAId: number) => () =>
    api.get<{ data: BankAccount[] }>('/fin/receipt/bank/accounts', { partyAId }).then(({ data }) => data),
);

const body = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** The first rows of a workbook, and which column is taken for what. */
export const lookAtBook = ({ partyAId, tail, file }: BankSource) =>
  api.ask<{ data: BankLook }>('/fin/receipt/bank/look', body(file), { partyAId, tail }).then(({ data }) => data);

/** What a person says about a line; by row number. */
export interface BankChoice {
  /** Whose it is; absent for what is proposed. */
  tenantId?: number;
  /** Nobody's yet, whatever is proposed. */
  unclaimed?: boolean;
  /** From now on the payer is that tenant's. */
  remember?: boolean;
  /** The receipt that looks like it is this line. */
  link?: boolean;
  /** It is another one. */
  anyway?: boolean;
}
export type BankChoices = Readonly<Record<number, BankChoice>>;

/** A tenant for whom something speaks. */
export interface BankProposal {
  tenantId: number;
  tenantName: string;
  score: number;
  why: string;
}
export type BankLineState = 'suspect' | 'failed' | 'unclaimed' | 'posted' | 'linked' | 'known';
/** A line of money that came in. */
export interface BankLine {
  row: number;
  when: string;
  amountFen: number;
  payerName: string;
  memo: string;
  state: BankLineState;
  /** 0 for nobody's. */
  tenantId: number;
  tenantName: string;
  /** Why his, and what it pays. */
  told: string[];
  choices: BankProposal[];
  receiptNo: string;
  canLink: boolean;
}
/** What the balances say. */
export interface BankContinuity {
  openingFen: number | null;
  closingFen: number | null;
  gaps: string[];
  gapCount: number;
}
export interface BankCounts {
  posted: number;
  unclaimed: number;
  known: number;
  suspect: number;
  linked: number;
  wentOut: number;
}
export interface BankReport extends ImportReport {
  continuity: BankContinuity;
  counts: BankCounts;
  /** Whether the column of references tells lines apart; otherwise their content does. */
  hasGoodReferences: boolean;
  lines: BankLine[];
}

export interface BankRun {
  source: BankSource;
  mapping: BankMapping;
  choices: BankChoices;
  /** Lines that are in the books already are left alone instead of refused. */
  skipKnown: boolean;
  dryRun: boolean;
}
export function importBook({ source, mapping, choices, skipKnown, dryRun }: BankRun): Promise<BankReport> {
  const form = body(source.file);
  form.append('mapping', JSON.stringify(mapping));
  form.append('choices', JSON.stringify(choices));
  const { partyAId, tail } = source;
  const query = { partyAId, tail, skipKnown, dryRun };
  const send = dryRun ? api.ask : api.post;
  return send<{ data: BankReport }>('/fin/receipt/bank/importData', form, query).then(({ data }) => data);
}
