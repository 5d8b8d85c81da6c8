import { Suspense, useState } from 'react';
import { useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';

const BillDrawer = lazy(() => import('./BillDrawer'));
const ReceiptDrawer = lazy(() => import('./ReceiptDrawer'));

type Shown = { kind: 'bill' | 'receipt'; id: number };

/** The drawer of a bill or receipt; links inside lead from one to the other for people who may see both. */
export function useMoneyDrawer() {
  const can = useCan();
  const [shown, show] = useState<Shown | null>(null);
  const close = () => show(null);
  const openBill = (id: number) => show({ kind: 'bill', id });
  const openReceipt = (id: number) => show({ kind: 'receipt', id });
  const drawer = (
    <Suspense fallback={null}>
      {shown?.kind === 'bill' && (
        <BillDrawer
          billId={shown.id}
          onClose={close}
          onBill={openBill}
          onReceipt={can(['fin:receipt:query']) ? openReceipt : undefined}
        />
      )}
      {shown?.kind === 'receipt' && (
        <ReceiptDrawer receiptId={shown.id} onClose={close} onBill={can(['fin:bill:query']) ? openBill : undefined} />
      )}
    </Suspense>
  );
  return { openBill, openReceipt, drawer };
}
