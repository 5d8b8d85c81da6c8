import { api } from './client';
import { reading } from './reading';

export interface Profile {
  userName: string;
  realName: string;
  avatar?: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
  createTime?: string;
  dept?: { deptName?: string };
}

export interface ProfileAnswer {
  data: Profile;
  roleGroup?: string;
  postGroup?: string;
}

export type EditableProfile = Pick<Profile, 'realName' | 'phonenumber' | 'email' | 'sex'>;

/** One signed-in browser of the person. */
export interface OwnSession {
  sessionKey: string;
  current: boolean;
  ip: string;
  browser: string;
  system: string;
  loginTime: string;
  lastAccessTime: string;
}

const BASE = '/system/user/profile';

export const profileQuery = reading('profile', () => (signal) => api.get<ProfileAnswer>(BASE, undefined, signal));
export const saveProfile = (values: EditableProfile) => api.put(BASE, values);
export const changePassword = (oldPassword: string, newPassword: string) =>
  api.put(`${BASE}/updatePwd`, { oldPassword, newPassword });
export const sessionsQuery = reading(
  'own-sessions',
  () => (signal) =>
    api.get<{ data: OwnSession[] }>(`${BASE}/sessions`, undefined, signal).then(({ data }) => data ?? []),
);
export const endSessionOf = (sessionKey: string) => api.delete(`${BASE}/sessions/${sessionKey}`);
export const endOtherSessions = () => api.delete(`${BASE}/sessions`);

/** Gives the path of the stored picture below the API. */
export function uploadAvatar(picture: Blob): Promise<string> {
  const body = new FormData();
  body.append('avatarfile', picture, 'avatar.png');
  return api.post<{ imgUrl: string }>(`${BASE}/avatar`, body).then(({ imgUrl }) => imgUrl);
}
