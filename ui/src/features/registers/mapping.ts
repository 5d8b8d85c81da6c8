/** Where the columns of a workbook go: what the server found, and what a person said about it. */
import type { ColumnMapping, ImportColumn, ImportSheet } from '@/api/registers';

/** Code of a field by letter of its column; '' for one that is left out. */
export type Matched = Readonly<Record<string, string>>;

/** Where a column goes; undefined while nobody has said it. */
export const placeOf = (column: ImportColumn, said: Matched): string | undefined =>
  said[column.letter] ?? (column.isStrange ? undefined : column.field);

/** Columns that go into a field, or about which somebody has to say something; row numbers and the like are the server's. */
export const matchedColumns = (sheet: ImportSheet): readonly ImportColumn[] => [
  ...sheet.columns.filter(({ isStrange }) => isStrange),
  ...sheet.columns.filter(({ isStrange, field }) => !isStrange && field !== ''),
];

export const undecided = (sheet: ImportSheet, said: Matched): readonly ImportColumn[] =>
  sheet.columns.filter((column) => placeOf(column, said) === undefined);

/** The sheet that has most of the register's columns. */
export function likeliest(sheets: readonly ImportSheet[]): ImportSheet | undefined {
  const known = ({ columns }: ImportSheet) => columns.filter(({ field }) => field !== '').length;
  return sheets.reduce<ImportSheet | undefined>(
    (best, sheet) => (best && known(best) >= known(sheet) ? best : sheet),
    undefined,
  );
}

/** What is sent: by header, or by letter where headers are empty or alike; only what differs from what was found. */
export function mappingOf(sheet: ImportSheet, said: Matched): ColumnMapping {
  const alike = (label: string) => sheet.columns.filter((other) => other.label === label).length > 1;
  const differs = (column: ImportColumn) => column.isStrange || said[column.letter] !== column.field;
  return Object.fromEntries(
    sheet.columns
      .filter((column) => said[column.letter] !== undefined && differs(column))
      .map((column) => {
        const { letter, label } = column;
        return [label === '' || alike(label) ? letter : label, said[letter] ?? ''];
      }),
  );
}
