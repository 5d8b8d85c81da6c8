import type { Schema } from '@/api/contract';

/** What somebody reads once a sign-in, so that he notices whoever was there in his name. */
export function lastSignInText({ time, ip, failures, failedIp, factorReset }: Schema<'LastSignInOut'>): string {
  const reset = factorReset
    ? `您的动态口令已于 ${factorReset.time.slice(0, 16)} 由 ${factorReset.by} 重置，请在个人中心重新设置。`
    : '';
  const last = `${reset}上次登录 ${time.slice(0, 16)}，${ip}`;
  if (failures === 0) return `${last}。不是您本人？请修改密码并退出其他登录`;
  return `${last}；此后有 ${failures} 次失败尝试（${failedIp}）。不是您本人？请修改密码并退出其他登录`;
}
