import { hasPermission, hasRole } from '@/lib/permissions';
import { useSession } from '@/stores/session';

/** Answers whether the signed-in person holds one of the permissions. */
export function useCan(): (wanted: readonly string[]) => boolean {
  const permissions = useSession((state) => state.permissions);
  const roles = useSession((state) => state.roles);
  return (wanted) => hasPermission({ permissions, roles }, wanted);
}

type Wanted = string | readonly string[];

const listed = (wanted: Wanted) => (typeof wanted === 'string' ? [wanted] : wanted);

/** Shows its children only to people with one of the permissions, or with one of the roles (specification 5 and 6). */
export function Can(props: { children: React.ReactNode } & ({ permission: Wanted } | { role: Wanted })) {
  const can = useCan();
  const roles = useSession((state) => state.roles);
  const may = 'role' in props ? hasRole({ permissions: [], roles }, listed(props.role)) : can(listed(props.permission));
  return may ? props.children : null;
}
