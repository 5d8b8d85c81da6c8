import { useMemo } from 'react';
import { useDraft } from '@/lib/useDraft';
import { useSession } from '@/stores/session';
import type { ListColumn } from './types';

/** A stored choice; null when there is none or when it is not a list of names. */
export function readChoice(storageKey: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return Array.isArray(stored) && stored.every((key) => typeof key === 'string') ? stored : null;
  } catch {
    return null;
  }
}

/** The columns to show: the chosen ones that still exist, else the default. */
export function pickColumns<Row>(columns: readonly ListColumn<Row>[], chosen: readonly string[] | null) {
  const picked = columns.filter((column) => (chosen ? chosen.includes(column.key) : !column.optional));
  return picked.length > 0 ? picked : columns.filter((column) => !column.optional);
}

/** The columns a person has chosen for a list; remembered in this browser, for each person on their own. */
export function useColumns<Row>(name: string, columns: readonly ListColumn<Row>[]) {
  const userId = useSession((state) => state.account?.userId) ?? 0;
  const storageKey = `columns:${userId}:${name}`;
  const stored = useMemo(() => readChoice(storageKey), [storageKey]);
  const [chosen, setChosen] = useDraft(stored);
  const shown = useMemo(() => pickColumns(columns, chosen), [columns, chosen]);
  /** Null = the default again. */
  const choose = (keys: string[] | null) => {
    try {
      if (keys) localStorage.setItem(storageKey, JSON.stringify(keys));
      else localStorage.removeItem(storageKey);
    } catch {
      // a full or forbidden storage only means that the choice lasts until the page is left
    }
    setChosen(keys);
  };
  return { shown, isChosen: chosen !== null, choose };
}
