import { useEffect, useRef, useState } from 'react';
import { type FileInfo, filesQuery } from '@/api/file';
import { useQuery } from '@/lib/useQuery';
import { idsOf } from './rules';

/** The files behind a comma-joined value. What was just uploaded is known; the rest is asked for once. */
export function useFiles(value: string | null | undefined) {
  const ids = idsOf(value);
  const [known, setKnown] = useState<ReadonlyMap<number, FileInfo>>(new Map());
  const missing = ids.filter((id) => !known.has(id));
  const query = useQuery({
    ...filesQuery(missing),
    enabled: missing.length > 0,
    staleTime: 60_000,
  });
  const remember = (files: readonly FileInfo[]) =>
    setKnown((before) => new Map([...before, ...files.map((file) => [file.id, file] as const)]));
  const learn = useRef(remember);
  learn.current = remember;
  const found = query.data;
  useEffect(() => {
    if (found && found.length > 0) learn.current(found);
  }, [found]);
  const files = ids.flatMap((id) => known.get(id) ?? found?.find((file) => file.id === id) ?? []);
  const failed = query.isError ? { error: query.error, refetch: query.refetch } : null;
  return { ids, files, loading: query.isLoading, failed, remember };
}
