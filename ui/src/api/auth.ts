import type { ServerMenu } from '@/lib/menu';
import { api, request } from './client';

export interface PortalInfo {
  title: string;
  organization: string;
  setupNeeded: boolean;
  ssoEnabled: boolean;
  version: string;
  relatedTokenCookies: string[];
}

export interface Captcha {
  captchaEnabled: boolean;
  uuid: string;
  img: string;
}

export interface Account {
  userId: number;
  userName: string;
  realName: string;
  avatar?: string;
}

export interface AccountInfo {
  user: Account;
  roles: string[];
  permissions: string[];
  /** Applications; clients must tolerate any shape, see lib/modules. */
  modules: unknown;
  isDefaultModifyPwd: boolean;
  /** The server's clock: «2024-09-30 08:15:00». */
  serverTime?: string;
  isPasswordExpired?: boolean;
  pwdChrtype?: string;
  /** Layout settings the person saved; see lib/layoutSetting. */
  layoutSetting?: unknown;
}

export interface SetupRequest {
  setupCode: string;
  userName: string;
  realName: string;
  password: string;
}

const anonymous = true;

export const fetchPortalInfo = () =>
  request<{ data: PortalInfo }>('GET', '/portal/info', { anonymous }).then((answer) => answer.data);
export const fetchCaptcha = () => request<Captcha>('GET', '/captchaImage', { anonymous });
export const signIn = (body: { username: string; password: string; code: string; uuid: string }) =>
  request<{ token: string }>('POST', '/login', { body, anonymous }).then((answer) => answer.token);
/** The code of the identity provider for a session; `redirect` is where the person wanted to go. */
export const signInByCode = (body: { loginCode: string; state: string }) =>
  request<{ token: string; redirect?: string }>('POST', '/loginIdaas', { body, anonymous });
export const setUp = (body: SetupRequest) =>
  request<{ token: string }>('POST', '/setup', { body, anonymous }).then((answer) => answer.token);
export const fetchAccount = () => api.get<AccountInfo>('/getInfo');
export const fetchMenus = () => api.get<{ data: ServerMenu[] }>('/getRouters').then((answer) => answer.data ?? []);
/** Gives the address for signing out at the identity provider too, when the session came from there. */
export const signOut = () => api.ask<{ logoutUrl?: string }>('/logout').then((answer) => answer.logoutUrl ?? '');
