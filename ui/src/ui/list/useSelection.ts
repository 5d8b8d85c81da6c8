import { useMemo, useRef, useState } from 'react';
import { useDraft } from '@/lib/useDraft';

interface Selected<Row> {
  /** In the order in which they were ticked, or in that of the list for the whole filter. */
  ids: readonly number[];
  /** Those of them that were on a page. */
  seen: ReadonlyMap<number, Row>;
  /** Everything that the filter finds and that may be selected. */
  whole: boolean;
}

export interface Selection<Row> {
  ids: readonly number[];
  rows: readonly Row[];
  whole: boolean;
  /** Of the page that is shown. */
  onPage: readonly number[];
  /** What is ticked on the page that is shown. */
  tick: (onPage: readonly number[]) => void;
  selectAll: (ids: readonly number[]) => void;
  clear: () => void;
}

const NONE = { ids: [], seen: new Map<number, never>(), whole: false } as const;

/** What is left of a selection when its page was read again and rows are gone from it: an operation took them. */
function without<Row>(selected: Selected<Row>, gone: readonly number[], elsewhere: boolean): Selected<Row> {
  // how far an operation went on other pages cannot be seen: what was selected there is selected again
  if (elsewhere) return NONE;
  const ids = selected.ids.filter((id) => !gone.includes(id));
  return { ids, seen: new Map([...selected.seen].filter(([id]) => ids.includes(id))), whole: false };
}

/**
 * What is selected in a list. It outlives turning pages and sorting, and ends with the filter.
 *
 * @param place says which page the rows are of, so that reading it again is told from turning it; undefined while they
 *   are still those of the page before
 */
export function useSelection<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => number,
  filter: string,
  place: string | undefined,
): Selection<Row> {
  const [selected, setSelected] = useDraft<Selected<Row>>(NONE, filter);
  const keys = rows.map(rowKey);
  const [before, setBefore] = useState<{ place: string | undefined; keys: number[] }>({ place, keys });
  const same = before.keys.length === keys.length && before.keys.every((key, at) => key === keys[at]);
  if (place !== undefined && (before.place !== place || !same)) {
    setBefore({ place, keys });
    const gone = before.keys.filter((key) => !keys.includes(key) && selected.ids.includes(key));
    if (before.place === place && gone.length > 0) {
      setSelected(
        without(
          selected,
          gone,
          selected.ids.some((id) => !before.keys.includes(id)),
        ),
      );
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row is numbered stays
  return useMemo(() => {
    const here = new Map(rows.map((row) => [rowKey(row), row]));
    const isOn = new Set(selected.ids);
    return {
      ids: selected.ids,
      rows: selected.ids.flatMap((id) => here.get(id) ?? selected.seen.get(id) ?? []),
      whole: selected.whole,
      onPage: [...here.keys()].filter((id) => isOn.has(id)),
      tick: (onPage) => {
        const others = selected.ids.filter((id) => !here.has(id));
        const seen = new Map(selected.seen);
        for (const id of onPage) {
          const row = here.get(id);
          if (row) seen.set(id, row);
        }
        setSelected({ ids: [...others, ...onPage], seen, whole: false });
      },
      selectAll: (ids) => setSelected({ ids, seen: new Map([...selected.seen, ...here]), whole: true }),
      clear: () => setSelected(NONE),
    };
  }, [rows, selected, setSelected]);
}

/**
 * Selects all that the filter finds, on every page. It takes as long as the server does (`pending`): clearing the selection or
 * another filter calls it off, and an answer that comes afterwards selects nothing.
 */
export function useSelectAll<Row>(selection: Selection<Row>, filter: string, ask: () => Promise<readonly number[]>) {
  const [pending, setPending] = useDraft(false, filter);
  const asking = useRef<{ filter: string } | null>(null);
  if (asking.current && asking.current.filter !== filter) asking.current = null;
  const end = () => {
    asking.current = null;
    setPending(false);
  };
  const all = async () => {
    const mine = { filter };
    asking.current = mine;
    setPending(true);
    try {
      const ids = await ask();
      if (asking.current === mine) selection.selectAll(ids);
    } finally {
      if (asking.current === mine) end();
    }
  };
  const clear = () => {
    end();
    selection.clear();
  };
  return { pending, all, clear };
}
