/** `packaging/test changed` tries what a change can break: each page leads to the tests that open it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { addressOf, specsOf } from '../../scripts/specs-of.mjs';

const UI = path.resolve(import.meta.dirname, '../..');
const pages = readdirSync(path.join(UI, 'src/pages'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.tsx') && !file.includes('/parts/') && !file.endsWith('.test.tsx'))
  .map((file) => file.replace(/(\/index)?\.tsx$/, ''));

it('the tour visits the address of each page, or a browser test names it', () => {
  const tests = readdirSync(path.join(UI, 'e2e'), { encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = tests.map((file) => readFileSync(path.join(UI, 'e2e', file), 'utf8')).join('\n');
  expect(pages.length).toBeGreaterThan(70);
  expect(pages.filter((page) => !texts.includes(addressOf(page)))).toEqual([]);
});

it.each([
  ['a page', 'ui/src/pages/fin/deposit/index.tsx', ['a-tour', 'accountant'], ['fin/deposit']],
  ['a part of a page', 'ui/src/pages/monitor/job/parts/CronField.tsx', ['a-tour', 'monitor'], ['monitor/job']],
  ['a browser test', 'ui/e2e/bank.spec.ts', ['bank'], []],
  ['what browser tests share', 'ui/e2e/bureau.ts', ['standard-leases', 'simple-processes'], []],
])('%s', (_what, file, specs, visited) => {
  const found = specsOf([file]);
  expect(found.specs).toEqual(expect.arrayContaining(specs));
  expect(found.pages).toEqual(visited);
});

it('what all pages share has the whole tour walked', () => {
  const { specs, pages: visited } = specsOf(['ui/src/ui/list/ListPage.tsx']);
  expect(visited).toBeNull();
  expect(specs).toEqual(expect.arrayContaining(['a-tour', 'lists', 'forms']));
});

it('a unit test and the server break nothing in a browser', () => {
  expect(specsOf(['ui/src/lib/money.test.ts', 'src/main.rs'])).toEqual({ specs: [], pages: [] });
});
