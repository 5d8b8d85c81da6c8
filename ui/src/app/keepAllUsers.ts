import { api } from '@/api/client';
import { type KnownUser, MOST_USERS, readAllUsers, writeAllUsers } from '@/lib/allUsers';
import { useSession } from '@/stores/session';

/** Long enough for the first page to be drawn and its own requests to be sent. */
const AFTER_MS = 3000;

/** Fetches the people once a sign-in, when the person's first page has long been there. A failure costs nothing. */
export function keepAllUsers(): void {
  if (readAllUsers().length > 0) return;
  setTimeout(() => {
    const { account, mustChangePassword } = useSession.getState();
    if (!account || mustChangePassword) return;
    const params = { pageNum: 1, pageSize: MOST_USERS };
    api.get<{ rows: KnownUser[] }>('/system/user/getRealUserList', params).then(
      ({ rows }) => writeAllUsers(rows ?? []),
      () => {},
    );
  }, AFTER_MS);
}
