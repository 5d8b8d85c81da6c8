import path from 'node:path';

/** Folders whose sheets are one sheet in several files. */
const ONE_SHEET = /\/features\/report\/(look)\//;

/** What the classes of a sheet begin with: `lease` of `lease.module.css`. `ui/sheets.test.ts` keeps them apart. */
export const sheetName = (file: string): string => ONE_SHEET.exec(file)?.[1] ?? path.basename(file, '.module.css');

/** `lease_lease-rooms`: told in a support call, read in a browser test. */
export const className = (local: string, file: string): string => `${sheetName(file.replace(/\?.*$/, ''))}_${local}`;
