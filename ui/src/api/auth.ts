import type { ServerMenu } from '@/lib/menu';
import { api, request } from './client';
import type { Answer, Body, Schema } from './contract';

export type PortalInfo = Schema<'Portal'>;
export type Captcha = Schema<'CaptchaOut'>;
/** What is shown of whoever signed in. */
export type Account = Pick<Schema<'UserOut'>, 'userId' | 'userName' | 'realName' | 'avatar'>;
export type AccountInfo = Omit<Schema<'Info'>, 'user'> & { user: Account };

const anonymous = true;

export const fetchPortalInfo = () =>
  request<Answer<'GET /portal/info'>>('GET', '/portal/info', { anonymous }).then((answer) => answer.data);
/** Some names are asked for one where nobody else is. */
export const fetchCaptcha = (username: string) =>
  request<Captcha>('GET', '/captchaImage', { anonymous, ...(username && { params: { username } }) });
export const signIn = (body: Body<'POST /login'>) =>
  request<Answer<'POST /login'>>('POST', '/login', { body, anonymous }).then((answer) => answer.token);
/** The code of the identity provider for a session; `redirect` is where the person wanted to go. */
export const signInByCode = (body: Body<'POST /loginIdaas'>) =>
  request<Answer<'POST /loginIdaas'>>('POST', '/loginIdaas', { body, anonymous });
export const setUp = (body: Body<'POST /setup'>) =>
  request<Answer<'POST /setup'>>('POST', '/setup', { body, anonymous }).then((answer) => answer.token);
export const fetchAccount = () => api.get<AccountInfo>('/getInfo');
/** Who holds a token that is not this page's. */
export const fetchHolder = (token: string) =>
  request<AccountInfo>('GET', '/getInfo', { as: token }).then((answer) => answer.user);
export const fetchMenus = () => api.get<{ data: ServerMenu[] }>('/getRouters').then((answer) => answer.data ?? []);
/** Gives the address for signing out at the identity provider too, when the session came from there. */
export const signOut = () => api.ask<Answer<'POST /logout'>>('/logout').then((answer) => answer.logoutUrl ?? '');
