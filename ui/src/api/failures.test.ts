import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { reportError, setNotifier } from './failures';

const toast = vi.fn();
const notify = vi.fn();

beforeEach(() => {
  toast.mockReset();
  notify.mockReset();
  setNotifier({ toast, notify });
});

test.each([
  [new ApiError(500, '操作失败'), ['操作失败'], null],
  [new ApiError(403, '当前操作没有权限'), ['当前操作没有权限'], null],
  [new ApiError(601, '警告'), null, ['警告']],
  [new ApiError(0, '后端接口连接异常', 'connection'), ['后端接口连接异常', 5], null],
  [new ApiError(502, '系统接口502异常', 'connection'), ['系统接口502异常', 5], null],
  [new ApiError(401, '认证失败，无法访问系统资源'), null, null],
  [new ApiError(602, '请先修改初始密码'), null, null],
])('%s is shown as the error catalogue wants it', (error, toasted, notified) => {
  reportError(error);
  if (toasted) expect(toast).toHaveBeenCalledExactlyOnceWith(...toasted);
  else expect(toast).not.toHaveBeenCalled();
  if (notified) expect(notify).toHaveBeenCalledExactlyOnceWith(...notified);
  else expect(notify).not.toHaveBeenCalled();
});
