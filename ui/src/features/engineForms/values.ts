/** Between the data of a form on the wire and what its controls hold: files are numbers there and a text here. */
import type { Entered, FieldDef } from '@/api/forms';

const OF_FILES = new Set(['files', 'pictures']);

export function toControls(fields: readonly FieldDef[], data: Entered): Record<string, unknown> {
  const held: Record<string, unknown> = { ...data };
  for (const { kind, name = '' } of fields) {
    if (OF_FILES.has(kind ?? '') && Array.isArray(held[name])) held[name] = (held[name] as number[]).join(',');
  }
  return held;
}

export function fromControls(fields: readonly FieldDef[], held: Entered): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const { kind, name = '' } of fields) {
    const value = held[name];
    if (kind === 'note' || value === undefined || value === null) continue;
    data[name] = OF_FILES.has(kind ?? '') ? String(value).split(',').filter(Boolean).map(Number) : value;
  }
  return data;
}
