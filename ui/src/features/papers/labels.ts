import { PaperKindLabels, ReturnState, ReturnStateLabels } from '@/api/papers';
import { type Choice, choices } from '@/features/business/labels';

export const PAPER_KINDS = choices(PaperKindLabels);

/** 定稿核对. */
export const RETURN_STATES: readonly Choice[] = choices(ReturnStateLabels, {
  [ReturnState.Same]: 'ok',
  [ReturnState.Different]: 'bad',
  [ReturnState.Unclear]: 'warn',
});

/** What the server takes as a template or as a text that came back. */
export const DOCX = '.docx';
