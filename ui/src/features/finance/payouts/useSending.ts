import { useRef } from 'react';
import type { PayoutCalls, PayoutForm, PayoutRow } from '@/api/finance/payout';
import { useSubmission } from '@/features/approvals/useSubmission';

/** A document as its form begins with it. */
export const formOf = ({ files, leaseId, assetId, ...row }: PayoutRow): PayoutForm & { papers?: string } => ({
  ...row,
  files: [],
  papers: files.join(','),
  ...(leaseId && { leaseId }),
  ...(assetId && { assetId }),
});

/** What the form of a document gets. */
export interface PayoutFormProps {
  /** One that came back. */
  row?: PayoutRow | undefined;
  /** It was put right and is to be sent again. */
  onPutRight: (row: PayoutRow, said: string) => void;
  onClose: () => void;
}

interface Words {
  /** Key of its process. */
  process: string;
  title: string;
  said: string;
}

/** Sends a new document, or puts right one that came back; `dialog` shows its way. */
export function useSending(calls: PayoutCalls, { row, onPutRight }: PayoutFormProps, words: Words) {
  const submission = useSubmission();
  const version = useRef(row?.version ?? null);
  const send = async (form: PayoutForm) => {
    if (!row) return submission.offer({ bizId: 0, payload: form, ...words });
    await calls.editReturned({ ...form, payoutId: row.payoutId, version: version.current });
    onPutRight(row, words.said);
  };
  return { send, dialog: submission.dialog };
}
