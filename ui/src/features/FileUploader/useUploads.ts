import { useCallback, useEffect, useRef, useState } from 'react';
import { textOf } from '@/api/errors';
import { type FileInfo, uploadFile } from '@/api/file';
import { heicPreview } from './heic';
import { endingOf } from './rules';

/** Finished files are taken over together, one second after the last of them. */
export const DEBOUNCE_MS = 1000;
const PARALLEL = 3;

/** A file on its way, or one that did not arrive. */
export interface Upload {
  key: number;
  file: File;
  percent: number;
  state: 'waiting' | 'sending' | 'failed';
  trouble: string;
}

interface Handlers {
  /** Files that have arrived. */
  onArrived: (files: FileInfo[]) => void;
  /** A file that did not arrive. */
  onFailed: () => void;
  /** How long finished files are waited for; 0 where each goes its own way. */
  pause?: number;
}

let lastKey = 0;

async function send(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<FileInfo> {
  const preview = endingOf(file.name) === 'heic' ? await heicPreview(file).catch(() => null) : null;
  return uploadFile(file, { preview, onProgress, signal });
}

/** Gathers finished files and hands them over after a pause; what is gathered is never lost. */
function useGathered(onArrived: (files: FileInfo[]) => void, pause: number) {
  const [count, setCount] = useState(0);
  const files = useRef<FileInfo[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onArrived);
  latest.current = onArrived;
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (files.current.length === 0) return;
    const arrived = files.current;
    files.current = [];
    setCount(0);
    latest.current(arrived);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const add = useCallback(
    (file: FileInfo) => {
      files.current.push(file);
      setCount(files.current.length);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pause);
    },
    [flush, pause],
  );
  return { count, add, flush };
}

/** Lets somebody wait until nothing is on its way; what has arrived is handed over then, not after the pause. */
function useSettling(uploads: readonly Upload[], flush: () => void): () => Promise<boolean> {
  const waiting = useRef<((fine: boolean) => void)[]>([]);
  const latest = useRef(uploads);
  latest.current = uploads;
  const settle = useCallback(() => {
    if (latest.current.some((one) => one.state !== 'failed')) return;
    if (waiting.current.length > 0) flush();
    for (const tell of waiting.current.splice(0)) tell(latest.current.length === 0);
  }, [flush]);
  // after every change of the files: the last one may just have arrived
  useEffect(settle);
  useEffect(
    () => () => {
      for (const tell of waiting.current.splice(0)) tell(false);
    },
    [],
  );
  return () =>
    new Promise((resolve) => {
      waiting.current.push(resolve);
      settle();
    });
}

/** The files on their way: three at a time, each with its progress; cancelled when the place goes. */
export function useUploads({ onArrived, onFailed, pause = DEBOUNCE_MS }: Handlers) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const { count: gathered, add: gather, flush } = useGathered(onArrived, pause);
  const aborts = useRef(new Map<number, AbortController>());
  const failed = useRef(onFailed);
  failed.current = onFailed;

  const change = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const drop = useCallback((key: number) => setUploads((before) => before.filter((one) => one.key !== key)), []);

  const start = useCallback(
    async ({ key, file }: Upload) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      change(key, { state: 'sending', percent: 0, trouble: '' });
      try {
        const stored = await send(file, (percent) => change(key, { percent }), abort.signal);
        if (abort.signal.aborted) return;
        drop(key);
        gather(stored);
      } catch (error) {
        if (abort.signal.aborted) return;
        change(key, { state: 'failed', trouble: textOf(error) });
        failed.current();
      } finally {
        aborts.current.delete(key);
      }
    },
    [change, drop, gather],
  );

  useEffect(() => {
    const free = PARALLEL - aborts.current.size;
    for (const upload of uploads
      .filter((one) => one.state === 'waiting' && !aborts.current.has(one.key))
      .slice(0, free)) {
      void start(upload);
    }
  }, [uploads, start]);

  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const settle = useSettling(uploads, flush);

  const add = (files: readonly File[]) => {
    const made = files.map((file): Upload => {
      lastKey += 1;
      return { key: lastKey, file, percent: 0, state: 'waiting', trouble: '' };
    });
    setUploads((before) => [...before, ...made]);
  };
  const cancel = (key: number) => {
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    drop(key);
  };
  const retry = (key: number) => change(key, { state: 'waiting', percent: 0, trouble: '' });
  const busy = gathered > 0 || uploads.some((one) => one.state !== 'failed');
  return {
    uploads,
    busy,
    taken: uploads.filter((one) => one.state !== 'failed').length + gathered,
    add,
    cancel,
    retry,
    settle,
  };
}
