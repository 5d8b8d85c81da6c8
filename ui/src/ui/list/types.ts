import type { ReactNode } from 'react';
import type { Params } from '@/lib/params';

/** What a control of its own is given by the query form; '' stands for everything. */
export interface FilterControl {
  id: string;
  value: string;
  onChange: (value: string) => void;
}

interface Labelled {
  name: string;
  label: string;
  /** Width of the control in pixels. */
  width?: number;
}

/** A filter that brings its own control, because its choices are asked for. */
export interface ControlField extends Labelled {
  kind: 'control';
  control: React.ComponentType<FilterControl>;
}

/** A filter that the query form draws itself. */
interface PlainField extends Labelled {
  /** `multi` keeps its values joined by commas, `date` one day. */
  kind: 'text' | 'select' | 'multi' | 'date' | 'dateRange';
  placeholder?: string;
  options?: readonly { label: string; value: string }[];
  /** What a select means while nothing is chosen; left out = everything. */
  none?: string;
}

/** A field of the query form. */
export type QueryField = PlainField | ControlField;

/** A column, declared once for table, cards and the column dialog. */
export interface ListColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  width?: number;
  /** Not shown until chosen in the column dialog. */
  optional?: boolean;
  /** Place on a phone's card; left out = a line of its own. */
  card?: 'title' | 'state' | 'none';
  /** Place on a card where it is not that of `card`: what people look for, what decides, or what opens on a press. */
  onCard?: 'title' | 'fact' | 'rest';
  className?: string;
  /** Figures stand at the right, their heading above them. */
  align?: 'right';
  /** Stays on a narrow screen, or gives way there; left out = titles, states and figures stay. */
  keep?: boolean;
  /** The server's name of this column when its list can sort by it (orderByColumn). */
  sort?: string;
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
  selected: readonly Row[];
  clearSelection: () => void;
  /** The filters as the server takes them, without page and size. */
  filters: Params;
  reload: () => void;
}

export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  /** Amounts over all rows of the filter, not of the page. */
  sums?: object;
}

export type QueryValues = Readonly<Record<string, string>>;
