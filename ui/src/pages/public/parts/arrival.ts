/** How somebody came to /loginIdaas: to begin, with what the provider sent, or after a failure. */
export type Arrival = { target: string } & (
  | { kind: 'start' }
  | { kind: 'code'; code: string; state: string }
  | { kind: 'failed'; sentence: string }
);

export const NOT_CONFIGURED = '本系统没有配置统一身份认证，请使用账号密码登录。';

/** Sentences by the error that the provider or our own start sends; text of the address is never shown. */
const SENTENCES = new Map(
  Object.entries({
    not_configured: NOT_CONFIGURED,
    unavailable: '统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录',
    temporarily_unavailable: '统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录',
    server_error: '统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录',
    busy: '系统繁忙，请稍后再试',
    access_denied: '您取消了登录，或统一身份认证没有允许您使用本系统',
  }),
);
const ANY_ERROR = '统一身份认证没有完成登录，请重试；多次失败请联系管理员';

const FAILED = 'idaasFailed';
const TARGET = 'idaasTarget';

/** State of the history entry that remembers a failure over a reload. */
export const afterFailure = (sentence: string) => ({ [FAILED]: sentence });

/** Whether the provider's account was fine but leads to nobody here: then another one may help. */
export const concernsAccount = (sentence: string): boolean => /^(用户|该账号|超级管理员)/.test(sentence);

/** Reads the address (`code` or `loginCode`, `state`, `error`) and the history entry. */
export function arrival(search: string, state: unknown): Arrival {
  const query = new URLSearchParams(search);
  const target = query.get('redirect') ?? '';
  const error = query.get('error');
  if (error !== null) return { kind: 'failed', sentence: SENTENCES.get(error) ?? ANY_ERROR, target };
  const code = query.get('code') ?? query.get('loginCode');
  if (code !== null) return { kind: 'code', code, state: query.get('state') ?? '', target };
  const sentence = (state as Record<string, unknown> | null)?.[FAILED];
  if (typeof sentence === 'string') return { kind: 'failed', sentence, target };
  return { kind: 'start', target };
}

/** Where the person wanted to go, kept for a second try in this tab. */
export function keepTarget(target: string): void {
  try {
    sessionStorage.setItem(TARGET, target);
  } catch {
    // storage switched off: a second try leads to the first page
  }
}

export function keptTarget(): string {
  try {
    return sessionStorage.getItem(TARGET) ?? '';
  } catch {
    return '';
  }
}
