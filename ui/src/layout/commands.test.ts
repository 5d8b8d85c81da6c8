import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, commandsFor, OF_TENANT } from './commands';

const all = () => true;
const first = (typed: string) => commandsFor(typed, all)[0]?.id;

describe('everyday words lead to what they mean', () => {
  test.each([
    ['欠费', 'arrears'],
    ['收钱', 'receive'],
    ['交租', 'receive'],
    ['退房', 'return'],
    ['续租', 'renew'],
    ['涨租', 'return'],
    ['打印通知单', 'notices'],
    ['对账', 'close'],
    ['月结', 'close'],
    ['备份', 'backup'],
    ['权限', 'rights'],
    ['改密码', 'password'],
    ['忘记密码', 'reset'],
    ['新签合同', 'lease'],
    ['请假', 'deputy'],
    ['djsk', 'receive'],
    ['shouqian', 'receive'],
    ['yuejie', 'close'],
    ['我要收钱', 'receive'],
  ])('%s', (typed, id) => {
    expect(first(typed)).toBe(id);
  });
});

test('nothing typed, a single letter and a stranger’s word find nothing', () => {
  expect(['', ' ', 's', 'zzzz', '火星'].map((typed) => commandsFor(typed, all).length)).toEqual([0, 0, 0, 0, 0]);
});

test('without the right a command isn’t there', () => {
  expect(commandsFor('收钱', () => false)).toEqual([]);
  expect(commandsFor('改密码', () => false).map(({ id }) => id)).toEqual(['password']);
});

/** Files of pages and what they share, with the commands that each takes. */
function taken(): string {
  const root = path.resolve(import.meta.dirname, '..');
  const files = ['pages', 'features'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => path.join(folder, file)),
  );
  return files
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('useCommand(') ? [file.replaceAll('\\', '/')] : [],
    )
    .join('\n');
}

test('each command that a page has to take is taken by that page', () => {
  const pages = taken();
  const asked = COMMANDS.filter(({ path: address }) => address.includes('?do='));
  expect(asked.length).toBeGreaterThan(10);
  const missing = asked.filter(({ path: address }) => {
    const page = address.slice(1).split('?')[0] ?? '';
    const shared = ['fin/refund', 'fin/expense'].includes(page) ? 'features/finance/payouts/PayoutPage.tsx' : '';
    return !pages.includes(`pages/${page}/index.tsx`) && !(shared && pages.includes(shared));
  });
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(OF_TENANT.length > 0 && pages.includes('pages/lease/tenant/parts/TenantActions.tsx')).toBe(true);
});

test('ids are there once', () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
});
