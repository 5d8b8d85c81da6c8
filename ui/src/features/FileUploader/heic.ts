/** Previews of HEIC pictures. The worker and its decoder are loaded with the first such picture only. */

const PATIENCE_MS = 30_000;
const IDLE_MS = 60_000;

interface Waiting {
  settle: (jpeg: Blob | null) => void;
}

let worker: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

function give(key: number, jpeg: Blob | null): void {
  waiting.get(key)?.settle(jpeg);
  waiting.delete(key);
  clearTimeout(idle);
  // The decoder keeps its memory: it goes when nobody has needed it for a while.
  if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS);
}

function stop(): void {
  worker?.terminate();
  worker = null;
  for (const key of [...waiting.keys()]) give(key, null);
  clearTimeout(idle);
}

function start(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<{ key: number; jpeg: Blob | null }>) => give(data.key, data.jpeg);
  made.onerror = stop;
  worker = made;
  return made;
}

/** A JPEG of a HEIC picture; null when it cannot be decoded here (the file is uploaded all the same). */
export async function heicPreview(file: Blob): Promise<Blob | null> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  const bytes = await file.arrayBuffer();
  last += 1;
  const key = last;
  return new Promise((resolve) => {
    const timer = setTimeout(stop, PATIENCE_MS);
    waiting.set(key, {
      settle: (jpeg) => {
        clearTimeout(timer);
        resolve(jpeg);
      },
    });
    clearTimeout(idle);
    start().postMessage({ key, bytes }, [bytes]);
  });
}
