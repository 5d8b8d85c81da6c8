import { useEffect } from 'react';
import { fetchPortalInfo, type PortalInfo } from '@/api/auth';
import { useSession } from '@/stores/session';

let asked: Promise<void> | null = null;

/** What anybody may know about this installation; asked once. Null until known (or when the server is away). */
export function usePortalInfo(): PortalInfo | null {
  const portal = useSession((state) => state.portal);
  useEffect(() => {
    asked ??= fetchPortalInfo().then(
      (info) => useSession.setState({ portal: info }),
      () => {
        asked = null;
      },
    );
  }, []);
  return portal;
}

export const DEFAULT_TITLE = '大数据服务平台';
