/** Files as banks make them: which column is what, remembered by account, and what becomes of their lines. */
import { api } from '@/api/client';
import type { Answer, Schema } from '@/api/contract';
import { reading } from '@/api/reading';

export type BankAccount = Schema<'BankAccount'>;
/** Columns from 0, and the number of the first line as the spreadsheet program shows it. */
export type BankMapping = Schema<'Mapping'>;
/** What a column may be. */
export type BankPart = Exclude<keyof BankMapping, 'firstRow'>;
export type BankLook = Schema<'Look'>;
export interface BankSource {
  partyAId: number;
  tail: string;
  file: File;
}

export const bankAccountsQuery = reading(
  'bank-accounts',
  (partyAId: number) => () =>
    api
      .get<Answer<'GET /fin/receipt/bank/accounts'>>('/fin/receipt/bank/accounts', { partyAId })
      .then(({ data }) => data),
);

const body = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** The first rows of a workbook, and which column is taken for what. */
export const lookAtBook = ({ partyAId, tail, file }: BankSource) =>
  api
    .ask<Answer<'POST /fin/receipt/bank/look'>>('/fin/receipt/bank/look', body(file), { partyAId, tail })
    .then(({ data }) => data);

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
  /** It is not entered, and why. */
  leaveOut?: string;
}
export type BankChoices = Readonly<Record<number, BankChoice>>;

export type BankLineState = Schema<'LineState'>;
/** A line of money that came in. */
export type BankLine = Schema<'LineOut'>;
/** What the balances say. */
export type BankContinuity = Schema<'Continuity'>;
export type BankReport = Schema<'BankReport'>;
/** A line that undoes another one. */
export type BankReversal = Schema<'ReversalLine'>;
/** The receipt that such a line undoes. */
export type UndoneReceipt = Schema<'UndoneReceipt'>;
/** A line that was left out. */
export type BankLeftOut = Schema<'LeftOutLine'>;

/** Lines of an account that were left out, the newest first. */
export const bankLeftOutQuery = reading(
  'bank-left-out',
  (partyAId: number, tail: string) => () =>
    api
      .get<Answer<'GET /fin/receipt/bank/leftOut'>>('/fin/receipt/bank/leftOut', { partyAId, tail })
      .then(({ data }) => data),
);

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
  return send<Answer<'POST /fin/receipt/bank/importData'>>('/fin/receipt/bank/importData', form, query).then(
    ({ data }) => data,
  );
}
