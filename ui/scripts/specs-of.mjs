/**
 * Which browser tests can break by changed files: `git diff --name-only | node scripts/specs-of.mjs` prints their names, one a
 * line; `--pages` prints the pages that the tour has to visit, comma separated (nothing = all of them).
 *
 * A spec stands for itself, a helper of specs for those that import it. A file of the front end stands for the pages that
 * import it, and a page for the specs that name its address. What more than a few pages import stands for the frame.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const UI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Specs that show what all pages share. */
const FRAME = ['a-tour', 'frame', 'frame-parts', 'forms', 'walk', 'lists', 'tabs', 'failures'];
/** As many pages are tried one by one; what reaches more is shared. */
const FEW = 8;

/** Pages whose address isn't the place of their file. */
const ADDRESSES = {
  'error/401': '401',
  'error/404': '404',
  'error/unavailable': 'portal_main',
  help: 'showHelp',
  'monitor/job/log': 'job/log',
  'monitor/logininfor': 'system/log/logininfor',
  'monitor/operlog': 'system/log/operlog',
  'portal/main': 'portal_main',
  'portal/today': 'today',
  'public/closed': 'login',
  'public/landing': 'portal',
  'public/login': 'login',
  'public/loginIdaas': 'loginIdaas',
  'public/setup': 'setup',
  reg: 'gen/book',
  'system/dict/data': 'dict/type/data',
  'system/role/members': 'system/role-auth/user',
  'tool/gen': 'system/gen',
  'tool/gen/book': 'gen/book',
  'tool/gen/edit': 'gen/edit',
};

const read = (file) => readFileSync(path.join(UI, file), 'utf8');
const under = (folder) =>
  readdirSync(path.join(UI, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.(tsx?|css)$/.test(file));

/** Which files each file imports, by name without an ending. */
function importsOf(files) {
  const bare = (file) => file.replace(/\.tsx?$/, '').replace(/\/index$/, '');
  return new Map(
    files.map((file) => {
      const named = [...read(file).matchAll(/(?:\bfrom|\bimport|\bimport\() ?'([@.][^']*)'/g)].map(([, given]) =>
        bare(given.startsWith('@/') ? `src/${given.slice(2)}` : path.posix.join(path.posix.dirname(file), given)),
      );
      return [bare(file), named];
    }),
  );
}

/** Everything that imports a file, over however many steps, and the file itself. */
function importersOf(file, imports) {
  const found = new Set([file.replace(/\.tsx?$/, '').replace(/\/index$/, '')]);
  for (const one of found) for (const [importer, named] of imports) if (named.includes(one)) found.add(importer);
  return [...found];
}

const ownPage = (file) => /^src\/pages\/(.+?)(?:\/parts\/.*)?$/.exec(file)?.[1];

/** The address of a page by the place of its file, as the table of pages begins it. */
export const addressOf = (page) => ADDRESSES[page] ?? page;

/** Names of specs, and addresses of pages for the tour (null = all), for changed files (paths in the repository). */
export function specsOf(changed) {
  const specs = new Set();
  let pages = new Set();
  const every = under('e2e').filter((file) => file.endsWith('.spec.ts'));
  const nameOf = (file) => path.posix.basename(file).replace(/\.spec(\.ts)?$/, '');
  const visit = (page) => {
    const address = addressOf(page);
    pages?.add(address);
    specs.add('a-tour');
    for (const spec of every) if (read(spec).includes(`${address}`) && address.length > 5) specs.add(nameOf(spec));
  };
  const everywhere = () => {
    for (const spec of FRAME) specs.add(spec);
    pages = null;
  };
  for (const file of changed.map((one) => /^ui\/(.*)/.exec(one)?.[1]).filter(Boolean)) {
    if (file.startsWith('e2e/')) {
      for (const one of importersOf(file, importsOf(under('e2e').filter((name) => name.endsWith('.ts')))))
        if (one.endsWith('.spec')) specs.add(nameOf(one));
      continue;
    }
    if (!file.startsWith('src/') || /\.test\.tsx?$|^src\/test\//.test(file)) {
      if (/^(build|public|index\.html|vite\.config|package)/.test(file)) everywhere();
      continue;
    }
    const importers = importersOf(file, importsOf(under('src').filter((name) => /\.tsx?$/.test(name))));
    const found = new Set(importers.map(ownPage).filter(Boolean));
    if (found.size === 0 || found.size > FEW || /^src\/(app|layout)\//.test(file)) everywhere();
    for (const page of found.size > FEW ? [] : found) visit(page);
  }
  return { specs: [...specs].sort(), pages: pages && [...pages].sort() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { specs, pages } = specsOf(readFileSync(0, 'utf8').split('\n').filter(Boolean));
  console.log(
    process.argv.includes('--pages') ? (pages ?? []).join(',') : specs.map((name) => `${name}.spec`).join('\n'),
  );
}
