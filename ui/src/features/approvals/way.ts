import { newWayQuery, type Picks, type Preview, previewQuery, submitDocument, submitNew } from '@/api/approvals';

/** A document that is to be sent, for the first time or again. */
export interface Submission {
  /** Key of its process. */
  process: string;
  /** The record; of an operation the one that it is about, 0 for a new document. */
  bizId: number;
  /** What the form of a new document or of an operation sends; left out where the document is saved already. */
  payload?: object;
  /** What it is called. */
  title: string;
  /** What its button says. */
  okText?: string;
  /** What the submission does besides. */
  note?: string;
  /** What is said when it was sent. */
  said?: string;
  /** What is said when nobody was asked and it was done at once. */
  done?: string;
}

/** The question which way it goes, with those who are picked. */
export const wayQuery = ({ process, bizId, payload }: Submission, picks: Picks = {}) =>
  payload ? newWayQuery(process, bizId, payload, picks) : previewQuery(process, bizId, picks);

interface Words {
  comment?: string;
  cc?: number[];
  picks?: Record<string, number[]>;
}

/** Sends it and says what became of it. */
export async function sendOn(
  { process: key, bizId, payload, said = SUBMITTED, done = said }: Submission,
  version: number,
  words: Words = {},
): Promise<string> {
  if (!payload) {
    await submitDocument({ key, bizId, version, ...words });
    return said;
  }
  const { instanceId } = await submitNew({ key, bizId, payload: payload as Record<string, unknown>, ...words });
  return instanceId ? said : done;
}

export const SUBMITTED = '已提交审批';
/** What is said of an operation that waits for a decision. */
export const WAITS = '已提交审批，批准后生效';

/**
 * Whether there is nothing to see and nothing to choose: nobody is asked, or one step where somebody is there. An operation that
 * is mostly done at once (it says `done`) isn't plain as soon as anybody is asked: who does it should see that it waits.
 */
export const isPlain = ({ done }: Submission, { direct, path, picks, refused }: Preview): boolean =>
  direct || (!done && !refused && picks.length === 0 && path.length === 1 && !path[0]?.assigns);
