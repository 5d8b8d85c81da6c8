import { useEffect } from 'react';
import { fetchPortalInfo, type PortalInfo } from '@/api/auth';
import { useSession } from '@/stores/session';

let asked = false;

/** What anybody may know about this installation; asked once. Null until known (or when the server is away). */
export function usePortalInfo(): PortalInfo | null {
  const portal = useSession((state) => state.portal);
  useEffect(() => {
    if (asked) return;
    asked = true;
    fetchPortalInfo().then(
      (info) => useSession.setState({ portal: info }),
      () => {
        asked = false;
      },
    );
  }, []);
  return portal;
}

export const DEFAULT_TITLE = '大数据服务平台';
