import { api, request } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';

export type ProfileAnswer = Schema<'Profile'>;
export type Profile = ProfileAnswer['data'];
export type EditableProfile = Pick<Profile, 'realName' | 'phonenumber' | 'email' | 'sex'>;
/** One signed-in browser of the person. */
export type OwnSession = Schema<'OwnSession'>;

const BASE = '/system/user/profile';

export const profileQuery = reading(
  'profile',
  () => (signal) => api.get<Answer<'GET /system/user/profile'>>(BASE, undefined, signal),
);
export const saveProfile = (values: EditableProfile) =>
  api.put(BASE, values satisfies Body<'PUT /system/user/profile'>);
/** A session that waited for the change goes on as another one. */
export const changePassword = (oldPassword: string, newPassword: string) => {
  const body: Body<'PUT /system/user/profile/updatePwd'> = { oldPassword, newPassword };
  return request('PUT', `${BASE}/updatePwd`, { body, continues: true });
};
/** What a new password must be, in words and as the form checks it. */
export const passwordRulesQuery = reading(
  'password-rules',
  () => (signal) =>
    api.get<Answer<'GET /portal/passwordRules'>>('/portal/passwordRules', undefined, signal).then(({ data }) => data),
);
export const sessionsQuery = reading(
  'own-sessions',
  () => (signal) =>
    api
      .get<Answer<'GET /system/user/profile/sessions'>>(`${BASE}/sessions`, undefined, signal)
      .then(({ data }) => data ?? []),
);
export const endSessionOf = (sessionKey: string) => api.delete(`${BASE}/sessions/${sessionKey}`);
export const endOtherSessions = () => api.delete(`${BASE}/sessions`);

/** Gives the path of the stored picture below the API. */
export function uploadAvatar(picture: Blob): Promise<string> {
  const body = new FormData();
  body.append('avatarfile', picture, 'avatar.png');
  return api.post<Answer<'POST /system/user/profile/avatar'>>(`${BASE}/avatar`, body).then(({ imgUrl }) => imgUrl);
}
