import { useQuery } from '@tanstack/react-query';
import { fetchDictTypes } from '@/api/dict';

export const TYPES_KEY = ['dictTypes'] as const;

/** All dictionaries, for the switcher and to learn what an address's number means. */
export const useDictTypes = () => useQuery({ queryKey: TYPES_KEY, queryFn: fetchDictTypes });
