import { afterEach, expect, test, vi } from 'vitest';
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
