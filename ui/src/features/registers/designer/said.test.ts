import { expect, test } from 'vitest';
import { BEGUN, NOTHING, readWizard } from './said';

test('a wizard is read as a book keeps it, what an older version did not say is as at the beginning', () => {
  const said = { ...NOTHING, sheets: [1, 2], owner: -1, key: [3], columns: [{ column: 4, label: '名称' }] };
  const kept = { step: 3, said, registerId: 7, isPublished: true };
  expect(readWizard(JSON.stringify(kept))).toEqual(kept);
  expect(readWizard('{"said":{"sheets":[2]}}')).toEqual({ step: 1, said: { ...NOTHING, sheets: [2] } });
});

test('what is no wizard begins anew instead of breaking the page', () => {
  const texts = ['', 'x', 'null', '[]', '7', '{"step":"2"}', '{"said":{"sheets":5}}', '{"said":{"columns":[null]}}'];
  const more = ['{"said":{"options":[{}]}}', '{"said":{"key":[null]}}', '{"registerId":"7"}'];
  for (const text of [...texts, ...more]) expect(readWizard(text)).toEqual(BEGUN);
});
