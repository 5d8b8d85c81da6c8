import { hasPermission } from '@/lib/permissions';
import { useSession } from '@/stores/session';

/** Answers whether the signed-in person holds one of the permissions. */
export function useCan(): (wanted: readonly string[]) => boolean {
  const permissions = useSession((state) => state.permissions);
  const roles = useSession((state) => state.roles);
  return (wanted) => hasPermission({ permissions, roles }, wanted);
}

/** Shows its children only to people with one of the permissions. */
export function Can({ permission, children }: { permission: string | readonly string[]; children: React.ReactNode }) {
  const can = useCan();
  return can(typeof permission === 'string' ? [permission] : permission) ? children : null;
}
