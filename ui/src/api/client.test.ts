import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeToken } from '@/lib/token';
import { api, listen, request, resetSessionLost, TIMEOUT_MS } from './client';
import { type ApiError, ERROR_TEXT, textOf } from './errors';

const fetchMock = vi.fn<typeof fetch>();

function answer(body: unknown, status = 200): Promise<Response> {
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

/** What a call threw; fails when it did not throw. */
function failure(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: ApiError) => error,
  );
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  resetSessionLost();
  listen({ sessionLost: () => {}, mustChangePassword: () => {} });
});

afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what was written', () => {
  const written = vi.fn();
  beforeEach(() => {
    written.mockReset();
    listen({ written, forbidden: () => {} });
  });
  afterEach(() => listen({ written: () => {} }));

  it.each([200, 500, 404, 601])('is told when the server answered a write with %i', async (code) => {
    fetchMock.mockReturnValueOnce(answer({ code, msg: '已被他人修改' }));
    await api.put('/asset/plate', {}).catch(() => undefined);
    expect(written).toHaveBeenCalledExactlyOnceWith('/asset/plate');
  });

  it.each([401, 403, 602])('is not told of %i, which is followed by a listener of its own', async (code) => {
    fetchMock.mockReturnValueOnce(answer({ code, msg: '拒绝' }));
    await api.put('/asset/plate', {}).catch(() => undefined);
    expect(written).not.toHaveBeenCalled();
  });

  it('is not told of readings, questions and what never arrived', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 200 })).mockReturnValueOnce(answer({ code: 200 }));
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    await api.get('/asset/plate/list');
    await api.ask('/lease/lease/preview', {});
    await api.post('/asset/plate', {}).catch(() => undefined);
    expect(written).not.toHaveBeenCalled();
  });

  it('is told of a GET that changes something', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 200 }));
    await request('GET', '/system/post/export', { changes: true });
    expect(written).toHaveBeenCalledOnce();
  });
});

describe('request', () => {
  it('gives the whole envelope, because lists carry rows beside the code', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 200, msg: '查询成功', rows: [1], total: 1 }));
    await expect(api.get('/x')).resolves.toMatchObject({ rows: [1], total: 1 });
  });

  it('sends the token and the flattened query below the base path', async () => {
    writeToken('abc');
    fetchMock.mockReturnValueOnce(answer({ code: 200 }));
    await api.get('/system/user/list', { pageNum: 1, params: { beginTime: '2024-01-01' } });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe('/gx_portal/prod-api/system/user/list?pageNum=1&params%5BbeginTime%5D=2024-01-01');
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer abc' });
  });

  it('sends no token with a sign-in', async () => {
    writeToken('abc');
    fetchMock.mockReturnValueOnce(answer({ code: 200 }));
    await request('POST', '/login', { body: {}, anonymous: true });
    expect(fetchMock.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization');
  });

  it('leaves the content type of a file to the browser', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 200 }));
    await api.post('/import', new FormData());
    expect(fetchMock.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Content-Type');
  });

  it('throws what the server says', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 500, msg: '新增用户失败，登录账号已存在' }));
    expect(await failure(api.get('/x'))).toMatchObject({ code: 500, message: '新增用户失败，登录账号已存在' });
  });

  it.each([
    [403, ERROR_TEXT.forbidden],
    [404, ERROR_TEXT.notFound],
    [401, ERROR_TEXT.unauthorized],
  ])('uses the catalogue for code %i', async (code, text) => {
    fetchMock.mockReturnValueOnce(answer({ code, msg: 'whatever' }));
    expect((await failure(api.get('/x'))).message).toBe(text);
  });

  it('has a sentence for a failure without one', async () => {
    fetchMock.mockReturnValueOnce(answer({ code: 500 }));
    expect((await failure(api.get('/x'))).message).toBe('系统未知错误，请反馈给管理员');
  });

  it('names the HTTP status', async () => {
    fetchMock.mockReturnValueOnce(answer({}, 502));
    expect((await failure(api.get('/x'))).message).toBe('系统接口502异常');
  });

  it('believes the words of a server that has no memory left, and no page of a proxy', async () => {
    const said = new Response('{"code":500,"msg":"系统繁忙"}', {
      status: 503,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    fetchMock.mockReturnValueOnce(Promise.resolve(said));
    expect((await failure(api.get('/x'))).message).toBe('系统繁忙');
    fetchMock.mockReturnValueOnce(answer({}, 503));
    expect((await failure(api.get('/x'))).message).toBe('系统接口503异常');
  });

  it('says when the server cannot be reached', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect((await failure(api.get('/x'))).message).toBe('后端接口连接异常');
  });

  it('says that a file was saved anew after it was chosen', async () => {
    const file = new File(['x'], '台账.xlsx');
    vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('NotReadable')) } as never);
    const body = new FormData();
    vi.spyOn(body, 'values').mockReturnValue([file].values() as never);
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect((await failure(api.post('/import', body))).message).toBe('选择的文件之后有修改或已移走，请重新选择');
  });

  it('gives up after a minute', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementationOnce(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
    );
    const failed = failure(api.get('/x'));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect((await failed).message).toBe('系统接口请求超时');
  });

  it('reports a lost session once, however many calls fail', async () => {
    const sessionLost = vi.fn();
    listen({ sessionLost });
    fetchMock.mockImplementation(() => answer({ code: 401, msg: 'x' }));
    await Promise.all([failure(api.get('/a')), failure(api.get('/b')), failure(api.get('/c'))]);
    expect(sessionLost).toHaveBeenCalledExactlyOnceWith('认证失败，无法访问系统资源');
    resetSessionLost();
    await failure(api.get('/d'));
    expect(sessionLost).toHaveBeenCalledTimes(2);
  });

  it('does not end a session because a sign-in was refused', async () => {
    const sessionLost = vi.fn();
    listen({ sessionLost });
    fetchMock.mockReturnValueOnce(answer({ code: 401 }));
    await failure(request('POST', '/login', { anonymous: true }));
    expect(sessionLost).not.toHaveBeenCalled();
  });

  it('takes an answer that is no object for a broken one', async () => {
    fetchMock.mockReturnValueOnce(answer(null));
    expect((await failure(api.get('/x'))).message).toBe(ERROR_TEXT.unknown);
  });

  it('passes on that the password must be changed', async () => {
    const mustChangePassword = vi.fn();
    listen({ mustChangePassword });
    fetchMock.mockReturnValueOnce(answer({ code: 602, msg: '请先修改初始密码' }));
    expect((await failure(api.get('/x'))).message).toBe('请先修改初始密码');
    expect(mustChangePassword).toHaveBeenCalledOnce();
  });
});

describe('a session that goes on', () => {
  afterEach(() => listen({ continued: () => {}, prove: () => Promise.resolve(false), written: () => {} }));

  it('takes the next token before anything is asked again, and forgives what was sent with the one before', async () => {
    const order: string[] = [];
    const sessionLost = vi.fn();
    listen({
      continued: (token) => {
        writeToken(token);
        order.push(token);
      },
      written: () => order.push('written'),
      sessionLost,
    });
    writeToken('of-the-step');
    let late: (response: Response) => void = () => {};
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    const sentBefore = failure(api.get('/x'));
    fetchMock.mockReturnValueOnce(answer({ code: 200, token: 'of-the-session' }));
    await request('POST', '/portal/factor/code', { body: {}, continues: true });
    expect(order).toEqual(['of-the-session', 'written']);
    late(await answer({ code: 401, msg: '' }));
    await sentBefore;
    expect(sessionLost).not.toHaveBeenCalled();
    fetchMock.mockReturnValueOnce(answer({ code: 401, msg: '' }));
    await failure(api.get('/x'));
    expect(sessionLost).toHaveBeenCalledOnce();
    writeToken('');
  });

  it('sends once more what waited for a proof, and not what the person declined to prove', async () => {
    const prove = vi.fn().mockResolvedValueOnce(true).mockResolvedValueOnce(false);
    listen({ prove });
    const missing = { code: 604, msg: '此操作需要再次验证身份，请输入动态口令' };
    fetchMock.mockReturnValueOnce(answer(missing)).mockReturnValueOnce(answer({ code: 200 }));
    await api.put('/system/user/authRole', { userId: 7 });
    const [first, second] = fetchMock.mock.calls.map(([url, init]) => ({ url, ...init, signal: null }));
    expect(second).toEqual(first);
    fetchMock.mockReturnValueOnce(answer(missing));
    expect((await failure(api.put('/system/user/authRole', { userId: 8 }))).code).toBe(604);
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });
});

describe('textOf', () => {
  it('has a sentence for anything', () => {
    expect(textOf(new Error('坏了'))).toBe('坏了');
    expect(textOf('x')).toBe(ERROR_TEXT.unknown);
    expect(textOf(new TypeError("Cannot read properties of null (reading 'code')"))).toBe(ERROR_TEXT.unknown);
  });
});
