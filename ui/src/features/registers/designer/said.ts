/** What a person said about a workbook: kept in the address's book, sent with every question. */
import type { BookColumn, ColumnSaid, SheetSaid } from '@/api/registerDesign';

export interface Said {
  sheets: readonly number[];
  options: readonly SheetSaid[];
  columns: readonly ColumnSaid[];
  /** Column of the departments that rows belong to; -1 for the writer's own; absent for what was found. */
  owner?: number;
  /** Columns that tell rows apart; absent for those found. */
  key?: readonly number[];
}

/** Where a wizard stands: what was said, and the register that came of it. */
export interface Wizard {
  step: number;
  said: Said;
  registerId?: number;
  /** It is published: what is left is to load the rows. */
  isPublished?: boolean;
}

export const NOTHING: Said = { sheets: [], options: [], columns: [] };
export const BEGUN: Wizard = { step: 1, said: NOTHING };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isList = (value: unknown, is: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);
const isAbsentOr = (value: unknown, is: (one: unknown) => boolean): boolean => value === undefined || is(value);

/** Its frame only: what it says of columns and sheets is the server's to check. */
const isSaid = (value: unknown): value is Said =>
  isObject(value) &&
  isList(value.sheets, isNumber) &&
  isList(value.options, (one) => isObject(one) && isNumber(one.no)) &&
  isList(value.columns, (one) => isObject(one) && isNumber(one.column)) &&
  isAbsentOr(value.owner, isNumber) &&
  isAbsentOr(value.key, (key) => isList(key, isNumber));

const isWizard = (value: unknown): value is Wizard =>
  isObject(value) &&
  isNumber(value.step) &&
  isSaid(value.said) &&
  isAbsentOr(value.registerId, isNumber) &&
  isAbsentOr(value.isPublished, (one) => typeof one === 'boolean');

/** A wizard as a book keeps it; what can't be read begins again. */
export function readWizard(text: string): Wizard {
  if (text === '') return BEGUN;
  try {
    const held: unknown = JSON.parse(text);
    if (!isObject(held)) return BEGUN;
    const whole = { ...BEGUN, ...held, said: { ...NOTHING, ...(isObject(held.said) && held.said) } };
    return isWizard(whole) ? whole : BEGUN;
  } catch {
    return BEGUN;
  }
}

/** Said about a column, laid over what was said before. */
export function sayOfColumn(said: Said, column: number, patch: Partial<ColumnSaid>): Said {
  const known = said.columns.find((one) => one.column === column);
  const rest = said.columns.filter((one) => one.column !== column);
  return { ...said, columns: [...rest, { ...known, ...patch, column }] };
}

/** Said about a sheet, laid over what was said before. */
export function sayOfSheet(said: Said, no: number, patch: Partial<SheetSaid>): Said {
  const known = said.options.find((one) => one.no === no);
  const blank: SheetSaid = { no, headerFrom: 0, headerTo: 0, end: 0, data: [], skipped: [], unit: '' };
  return { ...said, options: [...said.options.filter((one) => one.no !== no), { ...blank, ...known, ...patch }] };
}

/** Units of amounts that a person may choose for a sheet or a column. */
export const UNITS = ['元', '千元', '万元', '百万元', '亿元'].map((unit) => ({ value: unit, label: unit }));

/** Cells that keep their original text. */
export const keptCells = (columns: readonly BookColumn[]): number =>
  columns.filter(({ field }) => field > 0).reduce((sum, { misfitCount }) => sum + misfitCount, 0);
