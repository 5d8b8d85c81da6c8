/** The catalogue of error texts (specification, section on errors). */
export const ERROR_TEXT = {
  unauthorized: '认证失败，无法访问系统资源',
  /** For places that show what comes next, beside the toast that says `unauthorized`. */
  lost: '登录状态已失效，请重新登录',
  notOwn: '此浏览器的登录已变更，没有提交',
  forbidden: '当前操作没有权限',
  notFound: '访问资源不存在',
  unknown: '系统未知错误，请反馈给管理员',
  network: '后端接口连接异常',
  changedFile: '选择的文件之后有修改或已移走，请重新选择',
  timeout: '系统接口请求超时',
  http: (status: number) => `系统接口${status}异常`,
} as const;

/** Codes of the envelope that mean more than «failed». */
export const CODE = {
  ok: 200,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  /** Somebody else has changed the record since it was read. */
  stale: 409,
  failed: 500,
  mustChangePassword: 602,
  secondFactor: 603,
  proofMissing: 604,
  outOfService: 605,
} as const;

/** Where a failure came from: the envelope, or the way to and from the server. */
export type Origin = 'answer' | 'connection';

/** A request that failed: its message is a sentence for the person, its code the envelope's (0 = never arrived). */
export class ApiError extends Error {
  readonly code: number;
  readonly origin: Origin;
  /** The field that the sentence is about, by its name on the wire (`rooms.0.priceE4` within lists). */
  readonly field: string | undefined;

  constructor(code: number, message: string, origin: Origin = 'answer', field?: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.origin = origin;
    this.field = field;
  }
}

/** The sentence for a code: the catalogue, else what the server said, else «unknown». */
export function messageFor(code: number, fromServer: string | undefined): string {
  if (code === CODE.unauthorized) return ERROR_TEXT.unauthorized;
  if (code === CODE.forbidden) return ERROR_TEXT.forbidden;
  if (code === CODE.notFound) return ERROR_TEXT.notFound;
  return fromServer || ERROR_TEXT.unknown;
}

/** What is thrown for people is Chinese; the words of a browser or a library say nothing to them. */
const FOR_PEOPLE = /\p{Script=Han}/u;

/** The sentence of anything that was thrown. */
export function textOf(error: unknown): string {
  // The one message of a lost session is the toast; the place that failed says what comes next.
  if (error instanceof ApiError && error.code === CODE.unauthorized) return ERROR_TEXT.lost;
  return error instanceof Error && FOR_PEOPLE.test(error.message) ? error.message : ERROR_TEXT.unknown;
}
