/** What a person has said about a ledger and not saved yet: collected, and sent with one press. */
import type {
  TakeoverChange,
  TakeoverColumn,
  TakeoverField,
  TakeoverReading,
  TakeoverRow,
  TakeoverTerms,
} from '@/api/takeover';

export interface Draft {
  booksFrom: string;
  reading: TakeoverReading;
  remark: string;
}

/** A draft and the batch that it began from. */
export interface Held {
  base: TakeoverRow;
  draft: Draft;
}

export const draftOf = ({ booksFrom, reading, remark }: TakeoverRow): Draft => ({ booksFrom, reading, remark });
export const heldOf = (base: TakeoverRow): Held => ({ base, draft: draftOf(base) });

/** Notes that say something. */
const saidIn = (notes: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(notes)
    .map(([name, text]): [string, string] => [name, text.trim()])
    .filter(([, text]) => text !== '');

/** The same text for the same content, in whatever order keys and lines stand. */
function contentOf({ booksFrom, reading, remark }: Draft): string {
  const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const { fields, tenants, notes, terms, left, balances, ...rest } = reading;
  const lines = [...left].sort((a, b) => a - b);
  const said = Object.fromEntries(saidIn(notes));
  return JSON.stringify([
    booksFrom,
    remark,
    sorted(rest),
    ...[fields, tenants, said, terms, balances].map(sorted),
    lines,
  ]);
}

export const isSame = (one: Draft, other: Draft): boolean => contentOf(one) === contentOf(other);
export const isChanged = ({ base, draft }: Held): boolean => !isSame(draftOf(base), draft);

/**
 * After another reading of the batch: what is unsaved stays as long as nobody else has said anything about the ledger
 * meanwhile; null when somebody has.
 */
export function rebased(held: Held, batch: TakeoverRow): Held | null {
  if (!isChanged(held)) return heldOf(batch);
  if (isSame(held.draft, draftOf(batch))) return heldOf(batch);
  return isSame(draftOf(held.base), draftOf(batch)) ? { base: batch, draft: held.draft } : null;
}

/** A change that says the whole of what is said: the wire lets parts of it be left out. */
type WholeChange = TakeoverChange & Draft & { version: number };

/** What is sent; notes that were emptied go. */
export function changeOf({ base, draft }: Held): WholeChange {
  const notes = Object.fromEntries(saidIn(draft.reading.notes));
  return {
    batchId: base.batchId,
    version: base.version,
    booksFrom: draft.booksFrom,
    reading: { ...draft.reading, notes },
    remark: draft.remark,
  };
}

/** It was saved: the draft goes on from there, until the batch is read again. */
export const savedAs = ({ base, draft }: Held, { booksFrom, reading, remark }: WholeChange): Held => ({
  base: { ...base, booksFrom, reading, remark },
  draft,
});

/** The balance of an account; none takes it back. */
export function sayBalance(reading: TakeoverReading, tail: string, fen: number | null): TakeoverReading {
  const others = Object.entries(reading.balances).filter(([known]) => known !== tail);
  return { ...reading, balances: Object.fromEntries(fen === null ? others : [...others, [tail, fen]]) };
}

/** What a column holds by what was said, else as it was understood. */
export const fieldOf = (
  { fields }: Pick<TakeoverReading, 'fields'>,
  { column, field }: TakeoverColumn,
): TakeoverField | null => (fields[column] !== undefined ? fields[column] : field);

/** A field is held by one column: the one that had it before holds nothing then. */
export function sayField(
  reading: TakeoverReading,
  columns: readonly TakeoverColumn[],
  column: number,
  field: TakeoverField | null,
): TakeoverReading {
  const robbed = columns.filter(
    (other) => field !== null && other.column !== column && fieldOf(reading, other) === field,
  );
  const fields = { ...reading.fields, ...Object.fromEntries(robbed.map((other) => [other.column, null])) };
  return { ...reading, fields: { ...fields, [column]: field } };
}

/** Another sheet, or another header, has other columns. */
export const saySheet = (reading: TakeoverReading, sheet: number): TakeoverReading => ({
  ...reading,
  ...{ sheet, headerFrom: 0, headerTo: 0, unit: '', fields: {}, left: [] },
});

export const sayHeader = (reading: TakeoverReading, headerFrom: number, headerTo: number): TakeoverReading => ({
  ...reading,
  ...{ headerFrom, headerTo: Math.max(headerFrom, headerTo) },
});

export const sayTerms = (reading: TakeoverReading, patch: Partial<TakeoverTerms>): TakeoverReading => ({
  ...reading,
  terms: { ...reading.terms, ...patch },
});

export const sayNote = (reading: TakeoverReading, name: string, text: string): TakeoverReading => {
  const { [name]: _before, ...notes } = reading.notes;
  return { ...reading, notes: text === '' ? notes : { ...notes, [name]: text } };
};

/** Who tenants of the ledger are: a tenant of the register, 0 for another one. */
export const sayTenants = (reading: TakeoverReading, names: readonly string[], tenantId: number): TakeoverReading => ({
  ...reading,
  tenants: { ...reading.tenants, ...Object.fromEntries(names.map((name) => [name, tenantId])) },
});

/** A line that is not taken over, or is after all. */
export const sayLeft = (reading: TakeoverReading, row: number, isLeft: boolean): TakeoverReading => ({
  ...reading,
  left: isLeft ? [...new Set([...reading.left, row])].sort((a, b) => a - b) : reading.left.filter((one) => one !== row),
});
