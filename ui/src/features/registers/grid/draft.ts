/**
 * What was typed into a grid and is not saved. Pure: each step gives a new draft, and the steps before are kept to be taken
 * back. A cell that says again what its row says is no change.
 */
import type { RegisterEntry, RegisterField, RegisterRow } from '@/api/registers';
import { isFiles, valueText, type Wire } from '../values';
import { withheld } from '../withheld';
import { places, type Range } from './range';

/** What stands in a changed cell: a text to be read, or a value with its text. */
export interface Typed {
  text: string;
  /** As the wire writes it; absent where the server reads the text. */
  value?: unknown;
}

type RowChanges = ReadonlyMap<string, Typed>;
export type Changes = ReadonlyMap<number, RowChanges>;

export interface Draft {
  changes: Changes;
  past: readonly Changes[];
  future: readonly Changes[];
}

export interface Edit {
  id: number;
  code: string;
  typed: Typed;
}

/** The columns of a grid and what its choices are called. */
export interface Frame {
  fields: readonly RegisterField[];
  entriesOf: (field: RegisterField) => readonly RegisterEntry[];
}

export const EMPTY: Draft = { changes: new Map(), past: [], future: [] };

/** Steps that can be taken back. */
const STEPS = 100;

/** Fields that a grid shows: files and texts with pictures have no place in a line. */
export const isShown = (field: RegisterField): boolean => !isFiles(field) && field.kind !== 'rich';

/** Why a cell isn't changed; empty = it may be. */
export function locked(field: RegisterField, row: RegisterRow): string {
  if (field.formula) return '由公式计算，不能修改';
  if (!field.edit) return '此字段不能修改';
  return withheld(row);
}

/** What a row says in a field, as it is read in a grid: an original text where nothing fits. */
export function storedText({ entriesOf }: Frame, field: RegisterField, row: RegisterRow): string {
  const misfit = row.misfits[field.code];
  if (misfit !== undefined) return misfit;
  return valueText(field, row.values[field.code] as Wire, row.names[field.code], entriesOf(field));
}

export const typedIn = (changes: Changes, id: number, code: string): Typed | undefined => changes.get(id)?.get(code);

export const textOf = (frame: Frame, changes: Changes, field: RegisterField, row: RegisterRow): string =>
  typedIn(changes, row.id, field.code)?.text ?? storedText(frame, field, row);

/** A typed text as a value, where it names one of the field's choices. */
export function understood({ entriesOf }: Frame, field: RegisterField, text: string): Typed {
  const told = text.trim();
  if (told === '') return { text: '', value: null };
  if (field.kind === 'choice') {
    const entry = entriesOf(field).find(({ label, enabled }) => enabled && label === told);
    if (entry) return { text: entry.label, value: entry.value };
  }
  return { text };
}

const isSame = (frame: Frame, field: RegisterField, row: RegisterRow, typed: Typed) =>
  typed.text.trim() === storedText(frame, field, row).trim() &&
  (typed.value === undefined || JSON.stringify(typed.value) === JSON.stringify(row.values[field.code] ?? null));

/** One step: what is typed at once. Cells that may not be changed stay. */
export function typing(draft: Draft, frame: Frame, rows: readonly RegisterRow[], edits: readonly Edit[]): Draft {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes = new Map(draft.changes);
  for (const { id, code, typed } of edits) {
    const row = byId.get(id);
    const field = frame.fields.find((one) => one.code === code);
    if (!row || !field || locked(field, row)) continue;
    const of = new Map(changes.get(id));
    if (isSame(frame, field, row, typed)) of.delete(code);
    else of.set(code, typed);
    if (of.size > 0) changes.set(id, of);
    else changes.delete(id);
  }
  return stepped(draft, changes);
}

const equal = (one: Changes, other: Changes) =>
  JSON.stringify([...one].map(([id, of]) => [id, [...of]])) ===
  JSON.stringify([...other].map(([id, of]) => [id, [...of]]));

function stepped(draft: Draft, changes: Changes): Draft {
  if (equal(changes, draft.changes)) return draft;
  return { changes, past: [...draft.past, draft.changes].slice(-STEPS), future: [] };
}

export function undone({ changes, past, future }: Draft): Draft {
  const before = past.at(-1);
  return before
    ? { changes: before, past: past.slice(0, -1), future: [changes, ...future] }
    : { changes, past, future };
}

export function redone({ changes, past, future }: Draft): Draft {
  const [after, ...rest] = future;
  return after ? { changes: after, past: [...past, changes], future: rest } : { changes, past, future };
}

/** What stands in a cell, to be put into another one. */
export function heldIn(frame: Frame, changes: Changes, field: RegisterField, row: RegisterRow): Typed {
  const typed = typedIn(changes, row.id, field.code);
  if (typed) return typed;
  const text = storedText(frame, field, row);
  if (row.misfits[field.code] !== undefined) return { text };
  return { text, value: row.values[field.code] ?? null };
}

/** The first line of the range in all of its lines; of a single line, the one above it. */
export function filledDown(draft: Draft, frame: Frame, rows: readonly RegisterRow[], range: Range): Draft {
  const single = range.top === range.bottom;
  const source = rows[single ? range.top - 1 : range.top];
  if (!source) return draft;
  const edits: Edit[] = [];
  for (const { row: at, column } of places({ ...range, top: single ? range.top : range.top + 1 })) {
    const [field, row] = [frame.fields[column], rows[at]];
    if (field && row) edits.push({ id: row.id, code: field.code, typed: heldIn(frame, draft.changes, field, source) });
  }
  return typing(draft, frame, rows, edits);
}

export function emptied(draft: Draft, frame: Frame, rows: readonly RegisterRow[], range: Range): Draft {
  const edits: Edit[] = [];
  for (const { row: at, column } of places(range)) {
    const [field, row] = [frame.fields[column], rows[at]];
    if (field && row) edits.push({ id: row.id, code: field.code, typed: { text: '', value: null } });
  }
  return typing(draft, frame, rows, edits);
}

/** What was copied in a grid: its text, and what stood in the cells by the field they are of. */
export interface Copied {
  text: string;
  cells: readonly (readonly { code: string; typed: Typed }[])[];
}

export interface Pasted {
  draft: Draft;
  range: Range;
  /** What of it found no cell, in words; empty = all of it did. */
  left: string;
}

/** Over a range of several cells one line or one cell is repeated; otherwise the block begins at the range's corner. */
export function pasted(
  draft: Draft,
  { frame, rows }: { frame: Frame; rows: readonly RegisterRow[] },
  range: Range,
  block: readonly (readonly string[])[],
  copied?: Copied,
): Pasted {
  const width = Math.max(...block.map((line) => line.length));
  const [tall, wide] = [range.bottom - range.top + 1, range.right - range.left + 1];
  const repeats = tall % block.length === 0 && wide % width === 0;
  const [lines, columns] = repeats ? [tall, wide] : [block.length, width];
  const edits: Edit[] = [];
  const closed = new Set<string>();
  let [waiting, below, beside] = [0, 0, false];
  for (let line = 0; line < lines; line += 1) {
    const row = rows[range.top + line];
    if (!row) {
      below += 1;
      continue;
    }
    if (withheld(row)) waiting += 1;
    for (let column = 0; column < columns; column += 1) {
      const [from, across] = [line % block.length, column % width];
      const field = frame.fields[range.left + column];
      const text = block[from]?.[across] ?? '';
      if (!field) beside = true;
      else if (locked(field, row)) {
        if (text.trim() !== storedText(frame, field, row).trim() && !withheld(row)) closed.add(field.label);
      } else {
        const own = copied?.cells[from]?.[across];
        const typed = own?.code === field.code ? own.typed : understood(frame, field, text);
        edits.push({ id: row.id, code: field.code, typed });
      }
    }
  }
  const left = [
    below > 0 && `${below} 行超出了表格的末尾`,
    beside && '右侧超出表格的列',
    closed.size > 0 && `不能修改的列（${[...closed].join('、')}）`,
    waiting > 0 && `${waiting} 行正在审批`,
  ].filter(Boolean);
  return {
    draft: typing(draft, frame, rows, edits),
    range: {
      ...range,
      bottom: Math.min(range.top + lines, rows.length) - 1,
      right: Math.min(range.left + columns, frame.fields.length) - 1,
    },
    left: left.length > 0 ? `未粘贴：${left.join('；')}` : '',
  };
}

/** What is sent: rows with their version, values and texts. */
export function sent(changes: Changes, rows: readonly RegisterRow[]) {
  return rows
    .filter(({ id }) => changes.has(id))
    .map(({ id, version }) => {
      const values: Record<string, unknown> = {};
      const texts: Record<string, string> = {};
      for (const [code, { text, value }] of changes.get(id) ?? []) {
        if (value === undefined) texts[code] = text;
        else values[code] = value;
      }
      return { id, version, values, texts };
    });
}

/** How much is changed. */
export function counted(changes: Changes): { rows: number; cells: number } {
  let cells = 0;
  for (const of of changes.values()) cells += of.size;
  return { rows: changes.size, cells };
}

/** The draft over rows that were read again: changes of rows that are gone, or say it already, go. */
export function rebased(changes: Changes, frame: Frame, rows: readonly RegisterRow[]): Draft {
  const edits = [...changes].flatMap(([id, of]) => [...of].map(([code, typed]) => ({ id, code, typed })));
  return { ...typing(EMPTY, frame, rows, edits), past: [] };
}
