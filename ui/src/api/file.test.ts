import { afterEach, expect, test, vi } from 'vitest';
import { listen, resetSessionLost } from './client';
import { ApiError, ERROR_TEXT } from './errors';
import { uploadFile } from './file';

afterEach(() => vi.unstubAllGlobals());

/** The next upload is answered so. */
function answerWith(status: number, responseText: string) {
  class Answered {
    upload = {};
    status = status;
    responseText = responseText;
    onload: () => void = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered);
}

test('what is no answer of the server is told in words, whatever stands between', async () => {
  for (const text of ['null', '7', '<html>', '{"code":200}', '[]']) {
    answerWith(200, text);
    const failed = await uploadFile(new Blob(['x'])).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toHaveProperty('message', ERROR_TEXT.unknown);
  }
});

test('an upload that meets a lost session says so, as every request does', async () => {
  const sessionLost = vi.fn();
  listen({ sessionLost });
  resetSessionLost();
  answerWith(200, JSON.stringify({ code: 401, msg: '认证失败，无法访问系统资源' }));
  await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ code: 401 });
  await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ code: 401 });
  expect(sessionLost.mock.calls).toEqual([['认证失败，无法访问系统资源']]);
  listen({ sessionLost: () => {} });
  resetSessionLost();
});
