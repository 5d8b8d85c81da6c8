import { api } from '@/api/client';
import { type KnownUser, MOST_USERS, readAllUsers, writeAllUsers } from '@/lib/allUsers';
import { useSession } from '@/stores/session';

/** Fetches the people once a session, when something names people for the first time. A failure costs nothing. */
export function keepAllUsers(): void {
  if (readAllUsers().length > 0 || !useSession.getState().account) return;
  const params = { pageNum: 1, pageSize: MOST_USERS };
  api.get<{ rows: KnownUser[] }>('/system/user/getRealUserList', params).then(
    ({ rows }) => writeAllUsers(rows ?? []),
    () => {},
  );
}
