/** Each line of the customer's specification names a place that does it and a test that would fail without. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(__dirname, '../../..');
const lines = readFileSync(path.join(root, 'src/docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

it('every line of the specification has a place and a test that exist', () => {
  const wrong = lines.flatMap(([section, asked, where = '', test = '']) => {
    const places = [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
    const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
    const missing = [...places, file].filter((name) => name === '' || !existsSync(path.join(root, name)));
    if (missing.length > 0 || places.length === 0) return [`${section} ${asked}: ${missing}`];
    const found = readFileSync(path.join(root, file), 'utf8').includes(title);
    return found ? [] : [`${section} ${asked}: no test «${title}» in ${file}`];
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(90);
});
