import { useMemo } from 'react';
import { useDraft } from '@/lib/useDraft';
import { useSession } from '@/stores/session';
import type { ListColumn } from './types';

/** How a person wants the columns of a list. */
export interface ColumnChoice {
  /** The ones that are shown; null = the usual ones. */
  keys: readonly string[] | null;
  /** Widths that were dragged, in pixels, by column. */
  widths: Readonly<Record<string, number>>;
}

export const USUAL: ColumnChoice = { keys: null, widths: {} };

/** Narrower nobody can read a column, wider it is a page. */
export const NARROWEST = 48;
export const WIDEST = 800;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string');

/** Widths that can be drawn, of whatever was kept. */
const widthsOf = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      ([, width]) => typeof width === 'number' && width >= NARROWEST && width <= WIDEST,
    ),
  );

/** A choice as it was kept, in the browser or in a view; before columns had widths it was the list of their names. */
export function choiceOf(kept: unknown): ColumnChoice {
  if (isTexts(kept)) return { keys: kept, widths: {} };
  if (typeof kept !== 'object' || kept === null) return USUAL;
  const { keys, widths } = kept as Partial<Record<keyof ColumnChoice, unknown>>;
  return { keys: isTexts(keys) ? keys : null, widths: widthsOf(widths) };
}

/** A stored choice; the usual one when there is none or when it cannot be read. */
export function readChoice(storageKey: string): ColumnChoice {
  try {
    return choiceOf(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return USUAL;
  }
}

/** The columns to show: the chosen ones that still exist, else the default; each as wide as it was dragged. */
export function pickColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { keys, widths }: ColumnChoice,
): readonly ListColumn<Row>[] {
  const picked = columns.filter((column) => (keys ? keys.includes(column.key) : !column.optional));
  const shown = picked.length > 0 ? picked : columns.filter((column) => !column.optional);
  return shown.map((column) => {
    const width = widths[column.key];
    return width === undefined ? column : { ...column, width, fixed: true };
  });
}

const isUsual = ({ keys, widths }: ColumnChoice): boolean => keys === null && Object.keys(widths).length === 0;

/**
 * The columns a person has chosen for a list; remembered in this browser, for each person on their own. What follows a #
 * in its name tells lists of one kind apart; their columns are chosen together.
 */
export function useColumns<Row>(name: string, columns: readonly ListColumn<Row>[]) {
  const userId = useSession((state) => state.account?.userId) ?? 0;
  const [kind = name] = name.split('#');
  const storageKey = `columns:${userId}:${kind}`;
  const stored = useMemo(() => readChoice(storageKey), [storageKey]);
  const [choice, setChoice] = useDraft(stored);
  const shown = useMemo(() => pickColumns(columns, choice), [columns, choice]);
  const choose = (next: ColumnChoice) => {
    try {
      if (isUsual(next)) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // a full or forbidden storage only means that the choice lasts until the page is left
    }
    setChoice(next);
  };
  return { shown, choice, choose };
}

export type OwnColumns<Row> = ReturnType<typeof useColumns<Row>>;
