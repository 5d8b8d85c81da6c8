import type { Resource } from '@/api/resource';
import type { CellEdit } from '@/ui/list/types';

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

interface InPlace {
  /** The right of the resource's form. */
  permission: string;
  maxLength: number;
  /** What the field is called when it may not be empty. */
  required?: string;
}

/**
 * A text of a record that is changed in its cell: the record is read, the one field is changed, and all of it is sent as its
 * form would send it, so rules, audit and rights are the form's. What somebody else has changed meanwhile is told, not lost.
 */
export function inPlace<Row extends object, Form extends object>(
  of: Resource<Row, Form>,
  key: keyof Row & string,
  { permission, maxLength, required }: InPlace,
): CellEdit<Row> {
  return {
    permission,
    maxLength,
    value: (row) => textOf(row[key]),
    complaint: (text) => (required && text === '' ? `请填写${required}` : ''),
    save: async (row, text, was) => {
      const id = row[of.id] as number;
      const now = await of.fetch(id);
      if (textOf(now[key]) !== was) {
        throw new Error(`已被他人改为“${textOf(now[key])}”，请按 Esc 放弃后在最新内容上修改`);
      }
      const form = Object.fromEntries(Object.entries({ ...now, [key]: text }).filter(([, value]) => value !== null));
      await of.edit(form as Form);
    },
  };
}
