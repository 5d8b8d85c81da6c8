import { PaperKind, PaperKindLabels, PaperSubject, ReturnState, ReturnStateLabels } from '@/api/papers';
import { type Choice, choices } from '@/features/business/labels';

export const PAPER_KINDS = choices(PaperKindLabels);

/** 定稿核对. */
export const RETURN_STATES: readonly Choice[] = choices(ReturnStateLabels, {
  [ReturnState.Same]: 'ok',
  [ReturnState.Different]: 'bad',
  [ReturnState.Unclear]: 'warn',
});

/** What the server takes as a text that came back. */
export const DOCX = '.docx';
/** What the server takes as a template. */
export const TEMPLATES = '.docx,.xlsx';

/** Forms for superiors 报送表, and the records that are their rows. */
export const REPORTS: readonly { kind: number; subject: number; label: string; period: string }[] = [
  { kind: PaperKind.LeaseReport, subject: PaperSubject.LeaseRows, label: '合同', period: '期间内在租的合同' },
  { kind: PaperKind.BillReport, subject: PaperSubject.BillRows, label: '账单', period: '应缴日在期间内的账单' },
];
export const isReport = (kind: number): boolean => REPORTS.some((report) => report.kind === kind);

/** Kinds with a ready workbook beside their document. */
const WITH_WORKBOOK: readonly number[] = [PaperKind.Receipt, PaperKind.Handover];
export const hasBoth = (kind: number): boolean => WITH_WORKBOOK.includes(kind);
