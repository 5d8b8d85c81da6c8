import { App } from 'antd';
import { useRef } from 'react';
import { submitAgain } from '@/api/approvals';
import type { PayoutCalls, PayoutForm, PayoutRow } from '@/api/payout';

/** A document as its form begins with it. */
export const formOf = ({ files, ...row }: PayoutRow): PayoutForm & { papers?: string } => ({
  ...row,
  files: [],
  papers: files.join(','),
  leaseId: row.leaseId || (undefined as never),
  assetId: row.assetId || (undefined as never),
});

/** Sends a new document, or one that came back: it is put right, then submitted again. */
export function useSending(calls: PayoutCalls, key: string, row: PayoutRow | undefined, said: string) {
  const { message } = App.useApp();
  const version = useRef(row?.version ?? null);
  return async (form: PayoutForm) => {
    if (row) {
      const { payoutId } = row;
      await calls.editReturned({ ...form, payoutId, version: version.current });
      // a refusal of what follows leaves the form as it is: the next try stands on what was saved
      version.current = (await calls.fetch(payoutId)).version;
      await submitAgain(key, payoutId, '');
    } else await calls.add(form);
    void message.success(said);
  };
}
