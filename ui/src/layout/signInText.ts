import type { Schema } from '@/api/contract';

/** What somebody reads once a sign-in, so that he notices whoever was there in his name. */
export function lastSignInText({ time, ip, failures, failedIp }: Schema<'LastSignInOut'>): string {
  const last = `上次登录 ${time.slice(0, 16)}，${ip}`;
  if (failures === 0) return `${last}。不是您本人？请修改密码并退出其他登录`;
  return `${last}；此后有 ${failures} 次失败尝试（${failedIp}）。不是您本人？请修改密码并退出其他登录`;
}
