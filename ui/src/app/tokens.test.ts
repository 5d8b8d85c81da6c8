/** One palette: whoever needs a colour as a value has that of tokens.css, and no other place makes up its own. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_TOKENS } from '@/lib/colors';
import { DARK, LIGHT } from './theme';

const SOURCE = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));

/** The token that antd's theme, or an accent, has under another name. */
const TOKENS = {
  control: 'ctl',
  ok: 'ok-g',
  warn: 'warn-g',
  shadow: 'shadow-pop',
  accentText: 'accent-t',
  accentDeep: 'accent-d',
  accentBg: 'accent-bg',
  accentBg2: 'accent-bg2',
  button: 'btn',
} as Readonly<Record<string, string>>;

/** `#FFF`, `.14` and spaces are ways of writing. */
const plain = (value: string): string =>
  value
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/#([0-9a-f])([0-9a-f])([0-9a-f])(?![0-9a-f])/g, '#$1$1$2$2$3$3')
    .replace(/(?<=[,(])0\./g, '.');

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset.theme;
});

test.each([
  ['light', { ...LIGHT, ...DEFAULT_TOKENS.light }],
  // accents on dark ground are lib/colors' alone: stores/settings lays them over the tokens
  ['dark', DARK],
] as const)('what antd and the accents compute with on %s ground are the tokens', (ground, values) => {
  document.head.appendChild(document.createElement('style')).textContent = read('app/tokens.css');
  document.documentElement.dataset.theme = ground;
  const style = getComputedStyle(document.documentElement);
  const named = Object.keys(values).map((key) => [key, plain(style.getPropertyValue(`--${TOKENS[key] ?? key}`))]);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, plain(value)])),
  );
});

const FIXED = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;

/** Why a file or folder has colours of its own. */
const OWN: Readonly<Record<string, string>> = {
  'app/tokens.css': 'the palette',
  'features/assets/room-states.module.css': 'the palette of room states, loaded with the pages that show rooms',
  'ui/print/paper.module.css': 'paper is black on white',
  'app/theme.ts': 'the tokens antd computes with',
  'lib/colors.ts': 'the accents to pick, and what is computed from them',
  'features/report/plateColour.ts': 'the colours that stored plates have',
  'features/finance/NoticeSheet.tsx': 'a code for payment is read in black on white only',
  'features/factor/KeyPicture.tsx': 'a key for an app is read in black on white only',
  'layout/settings/LookPickers.tsx': 'small pictures of the looks, drawn in the colours of each',
  'pages/asset/plate/': 'what a new plate is stored with',
};

test('no colour is fixed elsewhere', () => {
  const fixed = files
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\.|^test\/|generated/.test(file))
    .filter((file) => {
      const text = read(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        // the margin of a sheet of paper cannot read tokens
        .replace(/@page[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
      return file.endsWith('.css')
        ? FIXED.test(text.replace(/#[\w-]+\s*(?=[{,)])/g, ''))
        : (text.match(/(['"`])(?:(?!\1).)*\1/g) ?? []).some((quoted) => FIXED.test(quoted));
    });
  const reasons = Object.keys(OWN);
  expect(fixed.filter((file) => !reasons.some((one) => file.startsWith(one)))).toEqual([]);
  expect(reasons.filter((one) => !fixed.some((file) => file.startsWith(one)))).toEqual([]);
});
