import { useEffect } from 'react';
import { reportError } from '@/api/failures';
import { SIGNALS } from '@/api/signals';
import { API_BASE } from '@/lib/base';
import { useRefresh } from '@/lib/refresh';
import { learnMode } from '@/stores/mode';
import { renewMenu } from '@/stores/session';

/** Everybody is told at the same moment; asking again is spread over this time. */
const SPREAD_MS = 1500;
/** When the server has answered that there are no signals (it stops, starts, or knows nobody): tried again after so long, then twice as long. */
const FIRST_TRY_MS = 5_000;
const LAST_TRY_MS = 300_000;

type Kind = keyof typeof SIGNALS;
const KINDS: readonly Kind[] = ['notice', 'task', 'todo', 'register'];
const MENU = 'menu';
const MODE = 'mode';
const AGAIN = 'again';

/**
 * Listens for the server's signals while the window is visible. Hidden windows let go of their connection, because a
 * browser has few of them; when they come back they ask again.
 */
export function useSignals(): void {
  const refresh = useRefresh();
  useEffect(() => {
    let source: EventSource | null = null;
    let patience = FIRST_TRY_MS;
    const timers: Record<string, number> = {};
    const askAgain = (kind: Kind) => refresh(SIGNALS[kind]);
    const open = () => {
      const asked = new EventSource(`${API_BASE}/portal/events`);
      source = asked;
      asked.onopen = () => {
        patience = FIRST_TRY_MS;
      };
      // a connection that breaks is made again by the browser; an answer that is no stream ends it for good
      asked.onerror = () => {
        if (asked.readyState !== EventSource.CLOSED || source !== asked) return;
        source = null;
        timers[AGAIN] = window.setTimeout(follow, patience);
        patience = Math.min(2 * patience, LAST_TRY_MS);
      };
      for (const kind of KINDS) {
        asked.addEventListener(kind, () => {
          window.clearTimeout(timers[kind]);
          timers[kind] = window.setTimeout(() => askAgain(kind), Math.random() * SPREAD_MS);
        });
      }
      asked.addEventListener(MENU, () => {
        window.clearTimeout(timers[MENU]);
        timers[MENU] = window.setTimeout(() => renewMenu().catch(reportError), Math.random() * SPREAD_MS);
      });
      asked.addEventListener(MODE, () => {
        window.clearTimeout(timers[MODE]);
        timers[MODE] = window.setTimeout(() => void learnMode(), Math.random() * SPREAD_MS);
      });
    };
    const close = () => {
      source?.close();
      source = null;
    };
    const follow = () => {
      if (document.hidden) close();
      else if (!source) {
        window.clearTimeout(timers[AGAIN]);
        open();
        for (const kind of KINDS) askAgain(kind);
      }
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      for (const timer of Object.values(timers)) window.clearTimeout(timer);
      close();
    };
  }, [refresh]);
}
