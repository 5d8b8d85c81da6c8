import { useMemo, useState } from 'react';
import type { ListColumn } from './types';

function readChoice(storageKey: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return Array.isArray(stored) && stored.every((key) => typeof key === 'string') ? stored : null;
  } catch {
    return null;
  }
}

/** The columns a person has chosen for a list; remembered in this browser. */
export function useColumns<Row>(name: string, columns: readonly ListColumn<Row>[]) {
  const storageKey = `columns:${name}`;
  const [chosen, setChosen] = useState<string[] | null>(() => readChoice(storageKey));
  const shown = useMemo(() => {
    const picked = columns.filter((column) => (chosen ? chosen.includes(column.key) : !column.optional));
    return picked.length > 0 ? picked : columns.filter((column) => !column.optional);
  }, [columns, chosen]);
  const choose = (keys: string[]) => {
    localStorage.setItem(storageKey, JSON.stringify(keys));
    setChosen(keys);
  };
  return { shown, choose };
}
