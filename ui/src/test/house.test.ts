/** Rules of the house that neither the compiler nor the linter knows, checked over the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(__dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** Where a failure may be dropped, and why nobody has to hear of it. */
const DROPPED: Readonly<Record<string, string>> = {
  'api/file.ts': 'an answer that is no JSON becomes an ApiError',
  'app/warm.ts': 'fetching ahead: who opens the page fetches again and hears of it',
  'features/FileUploader/useUploads.ts': 'a picture without a preview is sent all the same',
  'lib/menu.ts': 'a text that is no JSON has no parameters',
  'lib/redirect.ts': 'an address that cannot be read leads home',
  'lib/storage.ts': 'a full or forbidden storage forgets',
  'pages/asset/room/index.tsx': 'the rooms are in; only the place of the first is not shown',
  'pages/lease/lease/parts/ChangeDialog.tsx': 'the fields say themselves what is wrong',
  'pages/monitor/operlog/parts/names.ts': 'a text that is no JSON is shown as it is',
  'pages/public/parts/arrival.ts': 'a full or forbidden storage forgets',
  'pages/system/menu/parts/form.ts': 'the check that follows says it',
  'stores/session.ts': 'signing out ends here in any case; the menu that was asked for ahead is awaited below',
  'ui/list/useColumns.ts': 'a full or forbidden storage forgets',
  'lib/crashes.ts': 'a crash that cannot be reported must not crash again',
};

it('no failure is dropped without a reason', () => {
  const dropping = /catch \{|\.catch\(\(\) =>|\.catch\(\(_\w*\) =>|,\s*\(\) => (\{\s*\}|undefined|null),?\s*\)/;
  const found = sources.filter(
    ({ text }) => /\bcatch \{|\.catch\(\(_?\w*\) => (\{\}|null|undefined|\[\])/.test(text) && dropping.test(text),
  );
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(DROPPED).sort());
});

it('previews of several keystrokes wait for a pause, not for preact', () => {
  // preact's useDeferredValue and useTransition give the value back at once
  const found = sources.filter(({ text }) =>
    /\buse(DeferredValue|Transition)\(/.test(text.replace(/\/\*[\s\S]*?\*\//g, '')),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
