export interface DictEntry {
  dictLabel: string;
  dictValue: string;
  listClass?: string;
}

/** All dictionaries that were asked for. */
export const DICTS = { queryKey: ['dict'] } as const;

/** The label of a value; the value itself when the dictionary does not know it. */
export function dictLabel(entries: readonly DictEntry[], value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  return entries.find((entry) => entry.dictValue === value)?.dictLabel ?? value;
}

/** The values of a comma-joined field. */
export function splitValues(value: string | null | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Entries as the options of a select. */
export function dictOptions(entries: readonly DictEntry[]): { label: string; value: string }[] {
  return entries.map(({ dictLabel: label, dictValue: value }) => ({ label, value }));
}
