import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { wholeIn } from '@/lib/address';
import { today } from '@/lib/serverClock';

/** What the page shows. It lives in the address, so that a reload, a link and a tab bring it back. */
export interface RoomPlace {
  assetId: number | undefined;
  buildingId: number | undefined;
  /** The room whose card is open. */
  roomId: number | undefined;
  day: string;
  mode: 'grid' | 'list';
}

export function usePlace(): [RoomPlace, (next: Partial<RoomPlace>) => void] {
  const [search, setSearch] = useSearchParams();
  const day = search.get('day') ?? '';
  const place: RoomPlace = {
    assetId: wholeIn(search, 'assetId'),
    buildingId: wholeIn(search, 'buildingId'),
    roomId: wholeIn(search, 'roomId'),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : today(),
    mode: search.get('mode') === 'list' ? 'list' : 'grid',
  };
  const move = useCallback(
    (next: Partial<RoomPlace>) =>
      setSearch(
        (before) => {
          const fresh = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === undefined || value === 'grid' || value === today()) fresh.delete(name);
            else fresh.set(name, String(value));
          }
          return fresh;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [place, move];
}
