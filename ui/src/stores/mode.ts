import { useEffect } from 'react';
import { fetchPortalInfo, type PortalInfo } from '@/api/auth';
import { hasPermission } from '@/lib/permissions';
import { useSession } from './session';

/** How the portal runs beside the ordinary: closed for maintenance, or read-only. */
export type RunningMode = NonNullable<PortalInfo['mode']>;

/** Rights with which one works while the portal is closed. */
export const ENTER_RIGHTS = ['monitor:mode:enter', 'monitor:mode:edit'] as const;
/** How often it is looked whether a mode is over. */
const LOOK_MS = 15_000;
/** Past its end, so that the server's clock has passed it too. */
const PAST_MS = 500;

/** Asks how the portal runs; whoever was shut out comes in again when it is open. */
export async function learnMode(): Promise<void> {
  try {
    const portal = await fetchPortalInfo();
    useSession.setState({ portal, ...(portal.mode?.mode !== 'closed' && { shutOut: false }) });
  } catch {
    // the server is away: what is known stays, and is looked at again
    useSession.setState(({ portal }) => ({ portal: portal && { ...portal } }));
  }
}

/** What is in force, for the bar on every page. */
export const useMode = (): RunningMode | undefined => useSession((state) => state.portal?.mode ?? undefined);

/** Whether this person sees the page of the maintenance instead of the portal. */
export function useShutOut(): boolean {
  const closed = useSession((state) => state.portal?.mode?.mode === 'closed');
  const account = useSession((state) => state.account);
  const permissions = useSession((state) => state.permissions);
  const roles = useSession((state) => state.roles);
  const refused = useSession((state) => state.shutOut);
  if (!account) return refused;
  return closed && !hasPermission({ permissions, roles }, ENTER_RIGHTS);
}

/** Looks again while a mode is in force, and just after the moment at which it ends. */
export function useModeWatch(): void {
  const portal = useSession((state) => state.portal);
  const refused = useSession((state) => state.shutOut);
  useEffect(() => {
    if (!portal?.mode && !refused) return;
    const left = portal?.mode?.left;
    const soon = typeof left === 'number' ? Math.min(LOOK_MS, Math.max(0, left) + PAST_MS) : LOOK_MS;
    const timer = window.setTimeout(() => void learnMode(), soon);
    return () => window.clearTimeout(timer);
  }, [portal, refused]);
}
