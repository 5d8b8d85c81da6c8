/** A page's sheets are CSS modules: a class means one thing, exists where it is named, and goes when nobody names it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sheetName } from '../../build/class-names';

const ROOT = path.resolve(import.meta.dirname, '../..');
const filesOf = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    [folder, ...file.split(path.sep)].join('/'),
  );
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const source = filesOf('src');
const sheets = source.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const frame = sheets.filter((file) => /^src\/(app|layout)\//.test(file));
const scripts = source.filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));

/** Plain classes without a look of their own: browser tests find things by them. */
const HANDLES = new Set(['data-row', 'rich-text-text']);
const FOREIGN = /^(ant|anticon|w-e)-|^anticon$/;

/** The single selectors of a sheet, those inside of `@media` too; steps of `@keyframes` are none. */
function selectorsOf(css: string): string[] {
  const text = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@(-\w+-)?keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => (prelude ?? '').trim())
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

const GLOBAL = /:global\((?:[^()]|\([^()]*\))*\)/g;
const names = (text: string): string[] => [...text.matchAll(/[.#]([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? '');
const ownOf = (selector: string): string[] => names(selector.replace(GLOBAL, ' '));
const othersOf = (selector: string): string[] => names((selector.match(GLOBAL) ?? []).join(' '));
/** As vite hands them out (`localsConvention: 'dashesOnly'`). */
const toKey = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());
const difference = (all: Iterable<string>, without: ReadonlySet<string>) => [...all].filter((one) => !without.has(one));

/** Of each module, by its name: its classes. The files of one look are one. */
const classes = new Map<string, Set<string>>();
for (const file of modules) {
  const known = classes.get(sheetName(file)) ?? new Set();
  for (const name of selectorsOf(read(file)).flatMap(ownOf)) known.add(name);
  classes.set(sheetName(file), known);
}
const ofFrame = new Set(frame.flatMap((file) => selectorsOf(read(file)).flatMap(names)));

/** Whether `lease_lease-rooms` is the built name of a class. */
const isBuilt = (name: string): boolean => {
  const [, sheet = '', local = ''] = /^([\w-]+?)_([\w-]+)$/.exec(name) ?? [];
  return classes.get(sheet)?.has(local) ?? false;
};

interface Importer {
  file: string;
  sheet: string;
  text: string;
  /** The name it has there. */
  as: string;
}

function importsOf(file: string): Importer[] {
  const text = read(file);
  const look = /import \{ look \} from '/.test(text) ? [{ file, text, sheet: 'look', as: 'look' }] : [];
  const own = [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
    .filter(() => !file.includes('/look/'))
    .map(([, as = '', from = '']) => ({ file, text, sheet: sheetName(from), as }));
  return [...look, ...own];
}
const importers = scripts.flatMap(importsOf);

const named = ({ text, as }: Importer): string[] =>
  [...text.matchAll(new RegExp(`(?<![\\w.'/])${as}\\.(\\w+)`, 'g'))].map(([, key]) => key ?? '');

/** What stands in quotes anywhere: the values by which a source may look a class up (`look[tone]`). */
const quoted = new Set(scripts.flatMap((file) => read(file).match(/(?<=['"])\w+(?=['"])/g) ?? []));

/** Whether a source may compute the name: from a value, or from its beginning and a number. */
const mayCompute = ({ text, as }: Importer, key: string): boolean => {
  const [, start = '', rest] = /^(\w*?)(\d*)$/.exec(key) ?? [];
  return (rest && text.includes(`${as}[\`${start}\${`)) || (new RegExp(`${as}\\[[a-z]`).test(text) && quoted.has(key));
};

describe('style sheets', () => {
  test('a selector is read whole, whatever it stands in', () => {
    expect(
      selectorsOf('/* .x {} */ @media print { .a > b, .c:not(.d, .e) { x: y } } @keyframes k { to { a: b } }'),
    ).toEqual(['.a > b', '.c:not(.d, .e)']);
    expect([ownOf('.a:not(:global(.b)) :global(#c .d)'), othersOf('.a:not(:global(.b)) :global(#c .d)')]).toEqual([
      ['a'],
      ['b', 'c', 'd'],
    ]);
  });

  test('outside of the frame every sheet is a module', () => {
    expect(sheets.filter((file) => !modules.includes(file) && !frame.includes(file))).toEqual([]);
  });

  test('two sheets never share a name: built classes begin with it', () => {
    const seen = modules.filter((file) => !file.includes('/report/look/')).map((file) => sheetName(file));
    expect(seen.filter((name, place) => name === 'look' || seen.indexOf(name) !== place)).toEqual([]);
  });

  test('every class of a module is named by a source that imports it', () => {
    const unused = [...classes].flatMap(([sheet, known]) => {
      const users = importers.filter((one) => one.sheet === sheet);
      const used = new Set(users.flatMap(named));
      return [...known]
        .filter((name) => !used.has(toKey(name)) && !users.some((one) => mayCompute(one, toKey(name))))
        .map((name) => `${sheet}: .${name}`);
    });
    expect(unused).toEqual([]);
  });

  test('every class that a source takes from a module exists', () => {
    const strange = importers.flatMap((one) => {
      const known = new Set([...(classes.get(one.sheet) ?? [])].map(toKey));
      return difference(named(one), known).map((key) => `${one.file}: ${one.as}.${key}`);
    });
    expect(strange).toEqual([]);
  });

  test('a source that imports a module takes something from it', () => {
    const idle = importers.filter((one) => named(one).length === 0 && !one.text.includes(`${one.as}[`));
    expect(idle.map(({ file, as }) => `${file}: ${as}`)).toEqual([]);
  });

  test('a plain class is one of the frame', () => {
    const strange = scripts.flatMap((file) =>
      [...read(file).matchAll(/[cC]lassName=(?:"([^"]*)"|\{`([^$`]*))/g)]
        .flatMap(([, text, start]) => (text ?? start ?? '').split(/\s+/))
        .filter((name) => name !== '' && !ofFrame.has(name) && !HANDLES.has(name) && !FOREIGN.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(strange).toEqual([]);
  });

  test('a module styles what is its own, or something inside of it', () => {
    const strange = modules.flatMap((file) =>
      selectorsOf(read(file))
        .filter((selector) => ownOf(selector).length === 0)
        .map((selector) => `${file}: ${selector}`),
    );
    expect(strange).toEqual([]);
  });

  test('what a sheet names of others exists there', () => {
    const known = (name: string) =>
      name === 'root' || FOREIGN.test(name) || HANDLES.has(name) || ofFrame.has(name) || isBuilt(name);
    const others = modules.flatMap((file) => selectorsOf(read(file)).flatMap(othersOf));
    const built = [...ofFrame].filter((name) => name.includes('_') && !isBuilt(name));
    expect([...others.filter((name) => !known(name)), ...built]).toEqual([]);
  });

  test('browser tests name classes as they are built', () => {
    const locals = new Set([...classes.values()].flatMap((known) => [...known]));
    const wrong = (name: string) =>
      name.includes('_') ? classes.has(name.slice(0, name.indexOf('_'))) && !isBuilt(name) : locals.has(name);
    const strange = [...filesOf('e2e'), ...filesOf('scripts')]
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .flatMap((file) =>
        (read(file).match(/(['"`])(?:(?!\1).)*\1/g) ?? [])
          .flatMap((text) => [
            ...text.matchAll(/(?<=['"`\s>+~(,)\]]|\b(?:a|li|tr|td|dl|button|section))\.([a-z][\w-]*)/g),
          ])
          .map(([, name = '']) => name)
          .filter((name) => wrong(name) && !ofFrame.has(name) && !HANDLES.has(name))
          .map((name) => `${file}: .${name}`),
      );
    expect(strange).toEqual([]);
  });

  test('the size of the paper is said by name: an unnamed one would change what other pages print', () => {
    expect(modules.filter((file) => /@page\s*(:\w+\s*)?\{/.test(read(file)))).toEqual([]);
  });

  test('what the home page looks like is loaded by one module, in one order', () => {
    const loaders = scripts.filter((file) => /import [^;]*from '[^']*\.module\.css'/.test(read(file)));
    const ofLook = modules.filter((file) => sheetName(file) === 'look').map((file) => path.posix.basename(file));
    const found = loaders.filter((file) => ofLook.some((sheet) => read(file).includes(`/${sheet}'`)));
    expect(found).toEqual(['src/features/report/look/index.ts']);
  });
});
