/** Sheets that papers are cut into, in millimetres. */
interface SheetSize {
  width: number;
  height: number;
  /** How the printer is told. */
  page: string;
  /** Sheets of it that share one page of the printer. */
  perPage: number;
}

export const SIZES = {
  A4: { width: 210, height: 297, page: '210mm 297mm', perPage: 1 },
  'A4-lying': { width: 297, height: 210, page: '297mm 210mm', perPage: 1 },
  'A4-halves': { width: 210, height: 148.5, page: '210mm 297mm', perPage: 2 },
  A5: { width: 210, height: 148, page: '210mm 148mm', perPage: 1 },
} as const satisfies Record<string, SheetSize>;

export type PaperSize = keyof typeof SIZES;

/** Parts of a paper, as `PaperFrame` marks them. */
export const PART = { head: 'head', again: 'again', flow: 'flow', foot: 'foot' } as const;
