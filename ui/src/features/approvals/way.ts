import type { Preview } from '@/api/approvals';

/** A document that is to be sent, for the first time or again. */
export interface Submission {
  /** Key of its process. */
  process: string;
  bizId: number;
  /** What it is called. */
  title: string;
  /** What its button says. */
  okText?: string;
  /** What the submission does besides. */
  note?: string;
  /** What is said when it was sent. */
  said?: string;
}

export const SUBMITTED = '已提交审批';

/** Whether there is nothing to see and nothing to choose: one step, and somebody is there. */
export const isPlain = ({ path, picks, refused }: Preview): boolean =>
  !refused && picks.length === 0 && path.length === 1 && !path[0]?.assigns;
