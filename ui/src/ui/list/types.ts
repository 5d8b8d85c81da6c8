import type { ReactNode } from 'react';
import type { Params } from '@/lib/params';

/** What a control of its own is given by the query form; '' stands for everything. */
export interface FilterControl {
  id: string;
  value: string;
  onChange: (value: string) => void;
  /** Name of its field, where the server counts the rows of each choice under the other filters. */
  counted?: string | undefined;
  /** What its field says besides, for a control that serves many. */
  given?: string | undefined;
}

/** Rows by the value that a filter takes; '' for those that have none. */
export type ValueCounts = ReadonlyMap<string, number>;

interface Labelled {
  name: string;
  label: string;
  /** Width of the control in pixels. */
  width?: number;
  /** The server says how many rows each of its values has: numbers beside the choices. */
  counted?: boolean;
}

/** A filter that brings its own control, because its choices are asked for. */
export interface ControlField extends Labelled {
  kind: 'control';
  control: React.ComponentType<FilterControl>;
  /** Handed on to the control. */
  given?: string;
}

/** A filter that the query form draws itself. */
interface PlainField extends Labelled {
  /** `multi` keeps its values joined by commas, `date` one day. */
  kind: 'text' | 'select' | 'multi' | 'date' | 'dateRange';
  placeholder?: string;
  options?: readonly { label: string; value: string }[];
  /** What a select means while nothing is chosen; left out = everything. */
  none?: string;
  /** Its choices stand above the rows, too, each with its number: a press asks for that one alone. */
  chips?: boolean;
}

/** A field of the query form. */
export type QueryField = PlainField | ControlField;

/** A cell that is changed in place: one plain text of one record, by an operation that the server checks as it does a form's. */
export interface CellEdit<Row> {
  permission: string;
  maxLength: number;
  /** What the field begins with, and what is compared with the record when it is saved. */
  value: (row: Row) => string;
  /** What is wrong with a text before it is sent; empty = nothing. */
  complaint?: (text: string) => string;
  /** Saves it, unless the record no longer says what it said. */
  save: (row: Row, text: string, was: string) => Promise<unknown>;
}

/** A column, declared once for table, cards and the column dialog. */
export interface ListColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  width?: number;
  /** Takes the width that is free: names, addresses, sentences. Left out = texts of some width do (`fitting.ts`). */
  grow?: boolean;
  /** Not shown until chosen in the column dialog. */
  optional?: boolean;
  /** Place on a phone's card; left out = a line of its own. */
  card?: 'title' | 'state' | 'none';
  /** Place on a card where it is not that of `card`: what people look for, what decides, or what opens on a press. */
  onCard?: 'title' | 'fact' | 'rest';
  /** Takes a whole line of a card: long numbers that nobody reads in pieces. */
  wide?: boolean;
  className?: string;
  /** Figures stand at the right, their heading above them. */
  align?: 'right';
  /** Stays on a narrow screen, or gives way there; left out = titles, states and figures stay. */
  keep?: boolean;
  /** The server's name of this column when its list can sort by it (orderByColumn). */
  sort?: string;
  /** Hundredths of a yuan or square metre that a row adds to the total of the selected ones. */
  sum?: (row: Row) => number;
  /** The filter that a cell's menu sets («只看此值»), and what it takes for this row; nothing where there is no value. */
  filter?: { field: string; value: (row: Row) => string | number | null | undefined };
  /** Changed in its cell by whoever holds the right. */
  edit?: CellEdit<Row>;
  /** The person has dragged it to this width. */
  fixed?: boolean;
}

/** What the rows are sorted by; null = the server's own order. */
export type Sorting = { column: string; direction: 'ascending' | 'descending' } | null;

/** An action on one row. The first two show as links, the rest in a menu. */
export interface RowAction<Row> {
  key: string;
  label: string;
  permission: string;
  run: (row: Row) => void;
  show?: (row: Row) => boolean;
  danger?: boolean;
  /** Why it stands disabled for this row; empty = it does not. */
  withheld?: (row: Row) => string;
  /** Always in the menu, never a link of its own. */
  inMenu?: boolean;
}

/** What the toolbar may use. */
export interface ListContext<Row> {
  /** Selected rows that were seen; all of them unless the whole filter was selected. */
  selected: readonly Row[];
  /** Numbers of all that is selected, on whatever page. */
  ids: readonly number[];
  /** Everything that the filter finds is selected. */
  whole: boolean;
  /** The rows of all that is selected; those that were on no page yet are asked for. */
  allSelected: () => Promise<readonly Row[]>;
  clearSelection: () => void;
  /** The filters as the server takes them, without page and size. */
  filters: Params;
  /** The order of the rows as the server takes it; empty for its own. */
  order: Params;
  reload: () => void;
}

export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  /** Amounts over all rows of the filter, not of the page. */
  sums?: object;
  /** For each column that was asked for: rows of the filter on each value, the filter's own field left out. */
  facets?: Readonly<Record<string, readonly FacetCount[]>>;
  /** Numbers of the whole filter in its order, when they were asked for alone. */
  ids?: readonly number[];
  /** Numbers of rows of this page whose records are damaged and left out. */
  unreadable?: readonly number[];
}

export interface FacetCount {
  value: number | string | boolean | null;
  count: number;
}

export type QueryValues = Readonly<Record<string, string>>;

/** What a cell's menu asks of its list: what each filter stands at, whether it takes several values, and setting it. */
export interface CellFilters {
  fields: readonly QueryField[];
  values: QueryValues;
  onFilter: (values: QueryValues) => void;
}
