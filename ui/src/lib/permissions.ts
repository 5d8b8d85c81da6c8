/** What a person may do, as getInfo reports it. */
export interface Grants {
  permissions: readonly string[];
  roles: readonly string[];
}

const ALL_PERMISSIONS = '*:*:*';
const SUPER_ROLE = 'admin';
/** Given to people without any role; it grants nothing. */
export const ROLE_DEFAULT = 'ROLE_DEFAULT';

function demandSome(wanted: readonly string[], what: string): void {
  if (wanted.length === 0) throw new Error(`no ${what} given: an empty list is a programming error`);
}

/** True when the person holds at least one of the permissions. */
export function hasPermission(grants: Grants, wanted: readonly string[]): boolean {
  demandSome(wanted, 'permission');
  return grants.permissions.some((held) => held === ALL_PERMISSIONS || wanted.includes(held));
}

/** True when the person holds at least one of the roles. */
export function hasRole(grants: Grants, wanted: readonly string[]): boolean {
  demandSome(wanted, 'role');
  return grants.roles.some((held) => held === SUPER_ROLE || wanted.includes(held));
}
