import { dictTypesQuery } from '@/api/dict';
import { useQuery } from '@/lib/useQuery';

export const TYPES_KEY = ['dictTypes'] as const;

/** All dictionaries, for the switcher and to learn what an address's number means. */
export const useDictTypes = () => useQuery(dictTypesQuery());
