import { App } from 'antd';
import { useRef } from 'react';
import type { PayoutCalls, PayoutForm, PayoutRow } from '@/api/payout';

/** A document as its form begins with it. */
export const formOf = ({ files, ...row }: PayoutRow): PayoutForm & { papers?: string } => ({
  ...row,
  files: [],
  papers: files.join(','),
  leaseId: row.leaseId || (undefined as never),
  assetId: row.assetId || (undefined as never),
});

/** What the form of a document gets. */
export interface PayoutFormProps {
  /** One that came back. */
  row?: PayoutRow | undefined;
  /** It was put right and is to be sent again. */
  onPutRight: (row: PayoutRow, said: string) => void;
  onClose: () => void;
}

/** Sends a new document, or puts right one that came back. */
export function useSending(calls: PayoutCalls, { row, onPutRight }: PayoutFormProps, said: string) {
  const { message } = App.useApp();
  const version = useRef(row?.version ?? null);
  return async (form: PayoutForm) => {
    if (row) {
      await calls.editReturned({ ...form, payoutId: row.payoutId, version: version.current });
      onPutRight(row, said);
    } else {
      await calls.add(form);
      void message.success(said);
    }
  };
}
