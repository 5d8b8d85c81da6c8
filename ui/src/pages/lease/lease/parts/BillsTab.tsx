import { Skeleton } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { explainBill, leasePlan, type PlannedBill } from '@/api/lease';
import { ExplainSteps } from '@/features/business/ExplainSteps';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { BillTable } from './BillTable';
import { Totals } from './PlanPreview';

interface ExplainProps {
  leaseId: number;
  leaseNo: string;
  bill: PlannedBill;
  onClose: () => void;
}

/** 算账说明: how a bill's amount came about. */
function Explain({ leaseId, leaseNo, bill, onClose }: ExplainProps) {
  const { data, error } = useQuery({
    queryKey: ['lease-plan', leaseId, bill.chargeLine, bill.period.from],
    queryFn: () => explainBill(leaseId, bill.chargeLine, bill.period.from),
  });
  return (
    <Modal
      open
      centered
      width={760}
      footer={null}
      title={`算账说明 · ${leaseNo} · ${bill.period.from} ~ ${bill.period.to}`}
      onCancel={onClose}
    >
      {error ? (
        <EmptyState kind="error" title="无法说明" text={textOf(error)} />
      ) : data ? (
        <ExplainSteps told={data} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}

/** Every bill the lease produces; each amount opens its computation. */
export function BillsTab({ leaseId, leaseNo }: { leaseId: number; leaseNo: string }) {
  const [told, tell] = useState<PlannedBill | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ['lease-plan', leaseId], queryFn: () => leasePlan(leaseId) });
  if (error) return <LoadFailed title="账单计划加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Totals plan={data} />
      <BillTable bills={data.bills} onExplain={tell} />
      {told && <Explain leaseId={leaseId} leaseNo={leaseNo} bill={told} onClose={() => tell(null)} />}
    </>
  );
}
