import { useSearchParams } from 'react-router';

/** The record that an address names (`?billId=7`): it is open over its list; closed, its number leaves the address. */
export function useAddressed(name: string): { asked: number | null; clear: () => void } {
  const [search, setSearch] = useSearchParams();
  const number = Number(search.get(name));
  const clear = () => {
    if (!search.has(name)) return;
    const next = new URLSearchParams(search);
    next.delete(name);
    setSearch(next, { replace: true });
  };
  return { asked: Number.isSafeInteger(number) && number > 0 ? number : null, clear };
}
