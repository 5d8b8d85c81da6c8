import { expect, it } from 'vitest';
import { freshName, insertAt, moved, newField } from './fields';

it('fields are put in, moved and named apart', () => {
  const first = newField([], 'text', '单行文字');
  const second = newField([first], 'text', '单行文字');
  expect([first.name, first.title, second.name, second.title]).toEqual(['f1', '单行文字', 'f2', '单行文字2']);
  const fields = insertAt([first, second], 0, newField([first, second], 'choice', '单选'));
  expect(fields.map(({ name }) => name)).toEqual(['f1', 'f3', 'f2']);
  expect(moved(fields, 0, 2).map(({ name }) => name)).toEqual(['f3', 'f2', 'f1']);
  expect(moved(fields, 0, -1)).toBe(fields);
  expect(freshName(fields)).toBe('f4');
  expect(fields[1]?.options).toEqual(['选项一', '选项二']);
});
