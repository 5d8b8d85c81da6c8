/** A list of fields as a designer changes it. */
import type { FieldDef } from '@/api/forms';

export type Kind = NonNullable<FieldDef['kind']>;

/** A name that no field has. */
export function freshName(fields: readonly FieldDef[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  let number = fields.length + 1;
  while (taken.has(`f${number}`)) number += 1;
  return `f${number}`;
}

export function newField(fields: readonly FieldDef[], kind: Kind, label: string): FieldDef {
  const titles = new Set(fields.map(({ title }) => title));
  let title = kind === 'note' ? '请如实填写。' : label;
  for (let number = 2; titles.has(title); number += 1) title = `${label}${number}`;
  return {
    ...{ name: freshName(fields), title, kind, required: false, most: null, least: null, hint: '' },
    options: kind === 'choice' || kind === 'choices' ? ['选项一', '选项二'] : [],
    columns: kind === 'table' ? [newField([], 'text', '名称')] : [],
  };
}

/** After a place; at the end where there is none. */
export const insertAt = (fields: readonly FieldDef[], place: number, field: FieldDef): FieldDef[] => [
  ...fields.slice(0, place + 1),
  field,
  ...fields.slice(place + 1),
];

export function moved(fields: readonly FieldDef[], from: number, to: number): readonly FieldDef[] {
  if (from === to || to < 0 || to >= fields.length) return fields;
  const next = [...fields];
  const [field] = next.splice(from, 1);
  if (field) next.splice(to, 0, field);
  return next;
}
