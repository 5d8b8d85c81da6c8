/** The ways in which a request goes wrong, and what people are to read then. */
import { expect, type Page, type Request, type Route } from '@playwright/test';

export interface Fault {
  name: string;
  /** The sentence of the error catalogue, or the server's own. */
  words: string;
  answer: (route: Route) => Promise<void>;
  /** Nothing comes back: the minute that the client waits has to pass. */
  hangs?: boolean;
}

const OWN_WORDS = '数据读取失败，请稍后再试';
const OTHER_CHANGED = '该记录已被 王会计 于 09:30 修改，请重新打开';
const PAGE_OF_A_PROXY = '<html><body>Bad Gateway</body></html>';

const says = (name: string, code: number, words: string): Fault => ({
  name,
  words,
  answer: (route) => route.fulfill({ json: { code, msg: words } }),
});
const sends = (name: string, words: string, answer: Parameters<Route['fulfill']>[0]): Fault => ({
  name,
  words,
  answer: (route) => route.fulfill(answer),
});
const UNKNOWN = '系统未知错误，请反馈给管理员';

export const FAULTS: readonly Fault[] = [
  says('403', 403, '当前操作没有权限'),
  says('404', 404, '访问资源不存在'),
  says('409', 409, OTHER_CHANGED),
  says('500', 500, OWN_WORDS),
  sends('502 of a proxy', '系统接口502异常', { status: 502, contentType: 'text/html', body: PAGE_OF_A_PROXY }),
  sends('a page instead of an answer', UNKNOWN, { contentType: 'text/html', body: PAGE_OF_A_PROXY }),
  sends('broken JSON', UNKNOWN, { contentType: 'application/json', body: '{"code":200,"rows":[{"na' }),
  sends('an answer without content', UNKNOWN, { contentType: 'application/json', body: 'null' }),
  { name: 'no way to the server', words: '后端接口连接异常', answer: (route) => route.abort() },
  { name: 'time-out', words: '系统接口请求超时', answer: () => Promise.resolve(), hangs: true },
];

export const LOST: Fault = says('401', 401, '认证失败，无法访问系统资源');

/** As long as the client waits for an answer, and a little more. */
const PATIENCE_MS = 60_500;

export interface Sick {
  /** From now on the request goes wrong in this way; null = the server answers. */
  make: (fault: Fault | null) => void;
  /** Waits for the next request to have gone wrong. */
  struck: () => Promise<void>;
  /** How many reached the server. */
  passed: () => number;
}

/** Stands between the page and the server for one kind of request. Needs a clock that was installed. */
export async function stand(page: Page, wanted: (request: Request) => boolean): Promise<Sick> {
  let fault: Fault | null = null;
  let passed = 0;
  let tell = () => {};
  let next = new Promise<void>(() => {});
  const arm = () => {
    next = new Promise((resolve) => {
      tell = resolve;
    });
  };
  arm();
  await page.route('**/prod-api/**', async (route) => {
    if (!wanted(route.request())) return route.fallback();
    if (!fault) {
      passed += 1;
      return route.fallback();
    }
    tell();
    await fault.answer(route);
  });
  return {
    make: (given) => {
      fault = given;
      arm();
    },
    struck: async () => {
      await next;
      if (fault?.hangs) await page.clock.fastForward(PATIENCE_MS);
    },
    passed: () => passed,
  };
}

/** What the page itself broke with; a request that fails is no fault of the page. */
export function watchPage(page: Page): string[] {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  page.on('console', (said) => {
    if (said.type() === 'error' && !/^Failed to load resource/.test(said.text())) broken.push(said.text());
  });
  return broken;
}

/** Nothing pretends to be on its way. */
export const expectStill = (page: Page) =>
  expect(page.locator('.ant-skeleton-active:visible, .ant-spin-spinning:visible')).toHaveCount(0);
