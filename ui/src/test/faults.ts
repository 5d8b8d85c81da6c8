/** The ways in which a request goes wrong, and what people are to read then: for unit tests (sickServer.ts) and e2e/. */

/** What comes back, as it is on the wire. */
export interface WireAnswer {
  status: number;
  contentType: string;
  body: string;
}

export interface FaultCase {
  name: string;
  /** The sentence of the error catalogue, or the server's own. */
  words: string;
  /** `hangs`: nothing comes back until the client gives up. */
  answer: WireAnswer | 'unreachable' | 'hangs';
}

const JSON_TYPE = 'application/json';
const PAGE_OF_A_PROXY = '<html><body>Bad Gateway</body></html>';
const UNKNOWN = '系统未知错误，请反馈给管理员';

/** `said`: what the server says, where the catalogue has a sentence of its own. */
const says = (name: string, code: number, words: string, said = words): FaultCase => ({
  name,
  words,
  answer: { status: 200, contentType: JSON_TYPE, body: JSON.stringify({ code, msg: said }) },
});
const sends = (name: string, words: string, body: string, contentType: string, status = 200): FaultCase => ({
  name,
  words,
  answer: { status, contentType, body },
});

export const FAULT_CASES: readonly FaultCase[] = [
  says('403', 403, '当前操作没有权限', '没有权限，请联系管理员授权'),
  says('404', 404, '访问资源不存在', '请求的地址不存在'),
  says('409', 409, '该记录已被 王会计 于 09:30 修改，请重新打开'),
  says('500', 500, '数据读取失败，请稍后再试'),
  sends('502 of a proxy', '系统接口502异常', PAGE_OF_A_PROXY, 'text/html', 502),
  sends('a page instead of an answer', UNKNOWN, PAGE_OF_A_PROXY, 'text/html'),
  sends('broken JSON', UNKNOWN, '{"code":200,"rows":[{"na', JSON_TYPE),
  sends('an answer without content', UNKNOWN, 'null', JSON_TYPE),
  { name: 'no way to the server', words: '后端接口连接异常', answer: 'unreachable' },
  { name: 'time-out', words: '系统接口请求超时', answer: 'hangs' },
];

/** The session is over: the toast says it in these words, and the sign-in page comes. */
export const LOST_CASE: FaultCase = says('401', 401, '认证失败，无法访问系统资源', '请求访问：/x，认证失败');
