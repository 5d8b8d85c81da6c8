/** What is done to the fields of a draft in the browser. */
import type { RegisterField } from '@/api/registers';

/** A code that no field has: `ziduan1`, `ziduan2` … */
function freeCode(fields: readonly RegisterField[]): string {
  for (let number = fields.length + 1; ; number += 1) {
    const code = `ziduan${number}`;
    if (!fields.some((field) => field.code === code)) return code;
  }
}

/** A new field of text. */
export function fresh(fields: readonly RegisterField[]): RegisterField {
  const code = freeCode(fields);
  return {
    ...{ no: 0, code, label: `字段${code.slice(6)}`, path: [], aliases: [], kind: 'text', dictionary: 0, entries: [] },
    ...{ link: '', unit: '', places: 0, required: false, defaultValue: '', help: '', width: 0, group: '' },
    ...{ insert: true, edit: true, list: true, query: false, sensitive: false, searched: true },
    ...{ queryWay: 'LIKE', widget: 'input', pattern: '', since: 0, archived: false, archivedAt: 0 },
    ...{ min: null, max: null, length: null, formula: null, from: null },
  };
}

/** With a field one place up or down among those that are shown. */
export function moved(fields: readonly RegisterField[], place: number, by: -1 | 1): readonly RegisterField[] {
  let to = place + by;
  while (fields[to]?.archived) to += by;
  const field = fields[place];
  if (!field || to < 0 || to >= fields.length) return fields;
  const rest = fields.filter((_, at) => at !== place);
  return [...rest.slice(0, to), field, ...rest.slice(to)];
}
