import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { DepositRow } from '@/api/finance/ledger';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';

const ApplyDepositDialog = lazy(async () => ({
  default: (await import('./ApplyDialog')).ApplyDepositDialog,
}));

/** 押金抵租, while something is held. */
export function DepositButton({ deposit }: { deposit: DepositRow }) {
  const [open, setOpen] = useState(false);
  if (deposit.holders.length === 0) return null;
  return (
    <Can permission="fin:receipt:add">
      <Button onClick={() => setOpen(true)}>押金抵租</Button>
      <Suspense fallback={null}>
        {open && <ApplyDepositDialog deposit={deposit} onClose={() => setOpen(false)} />}
      </Suspense>
    </Can>
  );
}
