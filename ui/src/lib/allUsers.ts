/**
 * The people of the authority, kept in local storage under `allUsers` (specification 3) so that a name can be shown
 * without asking. Only number, name and department; pickers search on the server.
 */
import { readStored, writeStored } from './storage';

export const ALL_USERS_KEY = 'allUsers';
/** Most people kept (specification 9). */
export const MOST_USERS = 9999;

export interface KnownUser {
  userId: number;
  realName: string;
  deptId?: number;
}

function isKnownUser(given: unknown): given is KnownUser {
  if (typeof given !== 'object' || given === null) return false;
  const { userId, realName } = given as Record<string, unknown>;
  return typeof userId === 'number' && typeof realName === 'string';
}

/** The people of this browser; a corrupt list is an empty one. */
export function readAllUsers(): KnownUser[] {
  const stored = readStored(ALL_USERS_KEY);
  return Array.isArray(stored) && stored.every(isKnownUser) ? stored : [];
}

/** Keeps the people; when the browser has no room the list is empty. */
export function writeAllUsers(users: readonly KnownUser[]): void {
  const slim = users.slice(0, MOST_USERS).map(({ userId, realName, deptId }) => ({
    userId,
    realName,
    ...(deptId !== undefined && { deptId }),
  }));
  if (!writeStored(ALL_USERS_KEY, slim)) writeStored(ALL_USERS_KEY, []);
}
