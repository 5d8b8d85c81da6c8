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
  'features/views/state.ts': 'a text that is no JSON keeps nothing',
  'features/FileUploader/useUploads.ts': 'a picture without a preview is sent all the same',
  'api/notice.ts': 'a reading that could not be noted is noted the next time',
  'lib/lostSession.ts': 'a forbidden storage leaves the sentence of a second',
  'lib/menu.ts': 'a text that is no JSON has no parameters',
  'lib/redirect.ts': 'an address that cannot be read leads home',
  'lib/storage.ts': 'a full or forbidden storage forgets',
  'pages/asset/room/index.tsx': 'the rooms are in; only the place of the first is not shown',
  'pages/lease/lease/parts/ChangeDialog.tsx': 'the fields say themselves what is wrong',
  'features/registers/designer/said.ts': 'a text that is no JSON begins anew',
  'pages/monitor/operlog/parts/names.ts': 'a text that is no JSON is shown as it is',
  'pages/public/parts/arrival.ts': 'a full or forbidden storage forgets',
  'pages/system/menu/parts/form.ts': 'the check that follows says it',
  'stores/session.ts': 'signing out ends here in any case; the menu that was asked for ahead is awaited below',
  'stores/mode.ts': 'a server that is away is looked for again, and says so elsewhere',
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

it('the reason of a failed reading comes with another try', () => {
  // LoadFailed in the place of what is missing, FailedLine in a line, Refusal beside the button that tries again
  const own: Readonly<Record<string, string>> = {
    'layout/PageBoundary.tsx': 'a page that crashed offers to be opened anew',
    'pages/monitor/job/parts/CronField.tsx': 'says what is wrong with what is typed',
  };
  const found = sources.filter(
    ({ file, text }) =>
      !file.startsWith('ui/') && /\{textOf\(|kind=("error"|\{[^}]*'error')/.test(text.replace(/`[^`]*`/g, '')),
  );
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(own).sort());
});

it('what a required field asks for is said by one function', () => {
  const found = sources.filter(({ text }) => /message: ['`](请填写|请选择|请输入)|不能为空/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual(['lib/rules.ts']);
});

it('state that begins anew with a prop is lib/useDraft, not an effect after the first picture', () => {
  const found = sources.filter(({ text }) =>
    /useEffect\(\(\) => (\{\s*)?set[A-Z]\w*\(([^()]|\([^()]*\))*\);?(\s*\})?, \[/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('pages do not say what their writes have moved', () => {
  // every answered write has what is shown read again (api/client.ts); the rest goes through lib/refresh
  const own: Readonly<Record<string, string>> = {
    'lib/refresh.ts': 'the one place that does it',
    'ui/DictsFailed.tsx': 'dictionaries that could not be read are tried again together',
  };
  const found = sources.filter(({ text }) =>
    /\b(invalidate|refetch|reset|remove)Queries\b|\bsetQuer(y|ies)Data\b/.test(text),
  );
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(own).sort());
});

it('what changes without a write of this window is known by name', () => {
  const own: Readonly<Record<string, string>> = {
    'features/notices/useSignals.ts': 'the server says what was changed elsewhere',
    'lib/refresh.ts': 'it is defined here',
    'pages/fin/bill/parts/RunNotice.tsx': 'a run in the background has made bills',
    'pages/lease/lease/parts/ManyRun.tsx': 'a task has worked off leases',
  };
  const found = sources.filter(({ text }) => /\buseRefresh\b/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(own).sort());
});

it('where an answer is kept is declared beside its path', () => {
  const found = sources.filter(
    ({ file, text }) => !/^(api|app|lib|ui\/list)\//.test(file) && /\bqueryKey\b/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('no two readings are kept in one place', () => {
  const places = sources
    .filter(({ file }) => file.startsWith('api/'))
    .flatMap(({ text }) => [...text.matchAll(/\breading\(\s*(\[[^\]]*\]|[^,]+),/g)].map(([, place]) => place));
  expect(places.length).toBeGreaterThan(50);
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

/** Types written by hand beside the calls: what is not on the wire, or what every answer has. The rest is generated. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  'api/finance/bank.ts': ['BankSource', 'BankChoice', 'BankRun'], // travel in parts of a form, which the document does not tell
  'api/business.ts': ['Choosing', 'Rows'], // what a field asks; the frame of any list
  'api/client.ts': ['Envelope', 'RequestOptions'], // around every answer; how a call is made
  'api/failures.ts': ['Notifier'], // how a failure is shown
  'api/file.ts': ['UploadOptions'], // how a file is sent
  'api/lease.ts': ['ChoosingLease'], // what a field asks
};

it('what goes over the wire is named for a generated type', () => {
  const found = sources
    .filter(({ file }) => /^api\/(?!generated\/).+\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map(
      ({ file, text }) =>
        [
          file,
          [...text.matchAll(/^export (?:interface (\w+)|type (\w+) = \{$)/gm)].map(([, shape, type]) => shape ?? type),
        ] as const,
    )
    .filter(([, names]) => names.length > 0);
  expect(Object.fromEntries(found)).toEqual(BY_HAND);
});

/** What a folder may import, besides itself: what stands before it. Of the calls, ui knows how failures are told only. */
const ORDER = ['lib', 'api', 'stores', 'ui', 'features', 'pages', 'layout', 'app'];
const mayImport = (from: string, to: string): boolean =>
  from === 'ui' && to.startsWith('api/')
    ? /^api\/(errors|failures)$/.test(to)
    : ORDER.indexOf(to.split('/')[0] ?? '') <= ORDER.indexOf(from);

it('imports go one way: app, layout, pages, features, ui, stores, api, lib', () => {
  const wrong = sources.flatMap(({ file, text }) => {
    const from = file.split('/')[0] ?? '';
    if (!ORDER.includes(from)) return [];
    return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\() ?'([@.][^']*)'/g)]
      .map(([, given = '']) => (given.startsWith('@/') ? given.slice(2) : path.posix.join(path.dirname(file), given)))
      .filter((to) => !mayImport(from, to))
      .map((to) => `${file} -> ${to}`);
  });
  expect(wrong).toEqual([]);
});

it('nothing goes to the server past the ways that are bound to the own sign-in', () => {
  const bound: Readonly<Record<string, string>> = {
    'api/client.ts': 'asks whether the token is its own',
    'api/file.ts': 'asks the client before it sends',
    'api/resource.ts': 'names its reader of a record so',
    'lib/crashes.ts': 'asks whether the token is its own',
    'features/FileUploader/heic.worker.ts': 'reads a file of the program, without a token',
  };
  const found = sources.filter(({ text }) => /(?<![.\w])fetch\(|new XMLHttpRequest|sendBeacon\(/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(bound).sort());
});

it('no helper is kept alive by its test alone', () => {
  const exported = /^export (?:async )?(?:const|function|class) (\w+)/gm;
  const unused = sources
    .filter(({ file }) => file.startsWith('lib/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(exported)].flatMap(([, name = '']) => {
        const uses = new RegExp(`\\b${name}\\b`, 'g');
        const isUsed = sources.some(
          (source) => (source.text.match(uses)?.length ?? 0) > (source.file === file ? 1 : 0),
        );
        return isUsed ? [] : [`${file}: ${name}`];
      }),
    );
  expect(unused).toEqual([]);
});
