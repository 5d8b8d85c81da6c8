import { Suspense, useState } from 'react';
import { useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { useAddressed } from '@/ui/useAddressed';

const BillDrawer = lazy(() => import('./BillDrawer'));
const ReceiptDrawer = lazy(() => import('./ReceiptDrawer'));

type Shown = { kind: 'bill' | 'receipt'; id: number };

/** Parameters of an address that open a drawer; their lists leave them where they are. */
export const BILL_ID = ['billId'] as const;
export const RECEIPT_ID = ['receiptId'] as const;

/** What the address asks to be shown, where the page has an address for it. */
function useAsked(kind: Shown['kind'] | undefined): { asked: Shown | null; clear: () => void } {
  const { asked, clear } = useAddressed(`${kind}Id`);
  return { asked: kind && asked !== null ? { kind, id: asked } : null, clear: asked === null ? () => {} : clear };
}

/**
 * The drawer of a bill or receipt; links inside lead from one to the other for people who may see both. A page that says
 * what it is a list of (`addressed`) opens what its address names.
 */
export function useMoneyDrawer(addressed?: Shown['kind']) {
  const can = useCan();
  const [opened, show] = useState<Shown | null>(null);
  const { asked, clear } = useAsked(addressed);
  const shown = opened ?? asked;
  const close = () => {
    show(null);
    clear();
  };
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
