import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Where in the register one is; the deepest number counts. */
export interface Place {
  plateId?: number;
  assetId?: number;
  buildingId?: number;
  floorNo?: number;
}

export const PLACE_NAMES = ['plateId', 'assetId', 'buildingId', 'floorNo'] as const;

/** The place as it stands in the address, so that a reload, a link and a tab bring it back. */
export function usePlace(): [Place, (place: Place) => void] {
  const [search, setSearch] = useSearchParams();
  const place = useMemo(() => {
    const found: Place = {};
    for (const name of PLACE_NAMES) {
      const text = search.get(name) ?? '';
      // floors below the ground are counted downwards
      if (/^-?[1-9]\d{0,8}$/.test(text)) found[name] = Number(text);
    }
    return found;
  }, [search]);
  const go = useCallback(
    (next: Place) => {
      const fresh = new URLSearchParams();
      for (const name of PLACE_NAMES) if (next[name]) fresh.set(name, String(next[name]));
      setSearch(fresh, { replace: true });
    },
    [setSearch],
  );
  return [place, go];
}
