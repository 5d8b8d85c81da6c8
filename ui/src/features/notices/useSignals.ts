import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API_BASE } from '@/lib/base';
import { NOTICE_KEY } from './keys';

/** Everybody is told at the same moment; asking again is spread over this time. */
const SPREAD_MS = 1500;

/**
 * Listens for the server's signals while the window is visible. Hidden windows let go of their connection, because a
 * browser has few of them; when they come back they ask again.
 */
export function useSignals(): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | null = null;
    let timer = 0;
    const askAgain = () => void client.invalidateQueries({ queryKey: NOTICE_KEY });
    const open = () => {
      source = new EventSource(`${API_BASE}/portal/events`);
      source.addEventListener('notice', () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(askAgain, Math.random() * SPREAD_MS);
      });
    };
    const close = () => {
      source?.close();
      source = null;
    };
    const follow = () => {
      if (document.hidden) close();
      else if (!source) {
        open();
        askAgain();
      }
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.clearTimeout(timer);
      close();
    };
  }, [client]);
}
