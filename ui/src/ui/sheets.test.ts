/** What a page looks like must not depend on what was opened before: sheets never unload, so a class has one sheet. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '..');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');

/** The frame (app, layout) is there before any page; the sheets of the home page are imported together by one module. */
const unitOf = (sheet: string): string => {
  if (/^(app|layout)\//.test(sheet)) return 'frame';
  return sheet.startsWith('features/report/look/') ? 'features/report/look' : sheet;
};

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

/** The first class of a selector: the thing that it styles, or in which it styles something. */
const ownerOf = (selector: string): string | undefined => /\.([\w-]+)/.exec(selector)?.[1];

/** There with the frame whatever page is open, and in high contrast only: it may name what others own. */
const CONTRAST = 'app/forced-colors.css';
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => file.split(path.sep).join('/'))
  .filter((sheet) => sheet !== CONTRAST);

describe('style sheets', () => {
  test('a selector is read whole, whatever it stands in', () => {
    expect(
      selectorsOf('/* .x {} */ @media print { .a > b, .c:not(.d, .e) { x: y } } @keyframes k { to { a: b } }'),
    ).toEqual(['.a > b', '.c:not(.d, .e)']);
  });

  test('a class is owned by one sheet', () => {
    const owners = new Map<string, Set<string>>();
    for (const sheet of sheets) {
      for (const selector of selectorsOf(read(sheet))) {
        const owner = ownerOf(selector);
        if (owner) owners.set(owner, (owners.get(owner) ?? new Set()).add(unitOf(sheet)));
      }
    }
    const shared = [...owners].filter(([, units]) => units.size > 1).map(([name, units]) => `.${name}: ${[...units]}`);
    expect(shared).toEqual([]);
  });

  test('a sheet of a page styles nothing that is not its own', () => {
    const strange = sheets
      .filter((sheet) => unitOf(sheet) !== 'frame')
      .flatMap((sheet) => {
        const all = selectorsOf(read(sheet));
        const without = all.filter((selector) => ownerOf(selector)?.startsWith('ant-') ?? true);
        return without.map((selector) => `${sheet}: ${selector}`);
      });
    expect(strange).toEqual([]);
  });

  test('the size of the paper is said by name: an unnamed one would change what other pages print', () => {
    const unnamed = sheets.filter((sheet) => unitOf(sheet) !== 'frame' && /@page\s*(:\w+\s*)?\{/.test(read(sheet)));
    expect(unnamed).toEqual([]);
  });

  test('what the home page looks like is loaded by one module', () => {
    const importers = files.filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && /import '[^']*\/look\/\w+\.css'/.test(read(file)),
    );
    expect(importers).toEqual([path.join('features', 'report', 'Report.tsx')]);
  });
});
