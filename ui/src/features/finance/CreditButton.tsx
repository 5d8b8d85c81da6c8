import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { openMoneyQuery } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { lazy } from '@/ui/lazy';

const ApplyCreditDialog = lazy(async () => ({
  default: (await import('./ApplyDialog')).ApplyCreditDialog,
}));

interface CreditButtonProps {
  partyAId: number;
  tenantId: number;
  tenantName: string;
  /** Bills that are ticked at first. */
  chosen?: readonly number[];
  /** The balance stands beside the button. */
  told?: boolean;
}

/** 预收抵缴, offered while the tenant has credit at that party A, to people who may enter receipts. */
export function CreditButton({ told = false, ...payer }: CreditButtonProps) {
  const { partyAId, tenantId } = payer;
  const may = useCan()(['fin:receipt:add']);
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    ...openMoneyQuery({ partyAId, tenantId }),
    enabled: may,
    retry: false,
  });
  if (error) return <FailedLine title="预收余额加载失败" error={error} retry={refetch} />;
  if (!data || data.heldCreditFen <= 0) return null;
  return (
    <>
      {told && <span>该乙方预收余额 {formatYuan(data.heldCreditFen)} 元</span>}{' '}
      <Button onClick={() => setOpen(true)}>预收抵缴</Button>
      <Suspense fallback={null}>{open && <ApplyCreditDialog {...payer} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
