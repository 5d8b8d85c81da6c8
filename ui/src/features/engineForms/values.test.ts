import { expect, it } from 'vitest';
import type { FieldDef } from '@/api/forms';
import { fromControls, toControls } from './values';

const field = (name: string, kind: NonNullable<FieldDef['kind']>): FieldDef => ({
  ...{ name, kind, title: name, required: false, most: null, least: null, options: [], columns: [], hint: '' },
});

it('files are numbers on the wire and a text in the form', () => {
  const fields = [field('reason', 'text'), field('scans', 'files'), field('note', 'note'), field('urgent', 'bool')];
  const data = { reason: '盖章', scans: [3, 5], urgent: false };
  const held = toControls(fields, data);
  expect(held.scans).toBe('3,5');
  expect(fromControls(fields, held)).toEqual(data);
  expect(fromControls(fields, { ...held, scans: '', reason: undefined, stranger: 1 })).toEqual({
    scans: [],
    urgent: false,
  });
});
