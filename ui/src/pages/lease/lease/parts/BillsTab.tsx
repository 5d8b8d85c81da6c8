import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { type Explanation, explainBill, leasePlan, type PlannedBill } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import { EmptyState } from '@/ui/EmptyState';
import { BillTable } from './BillTable';
import { Totals } from './PlanPreview';

function Steps({ told }: { told: Explanation }) {
  return (
    <>
      <p className="explain-head t2">
        <span>{told.mode}</span>
        <span>首末月折算：{told.proration}</span>
      </p>
      <Table
        size="small"
        pagination={false}
        rowKey={({ span }) => span.from}
        dataSource={told.steps}
        scroll={{ x: 640 }}
        columns={[
          { title: '区间', width: 190, render: (_v, { span }) => `${span.from} ~ ${span.to}` },
          { title: '租金阶段', width: 90, render: (_v, { stageNo }) => `阶段 ${stageNo}` },
          { title: '租金（元）', render: (_v, { rent, free }) => (free ? '免租' : rent) },
          { title: '天数', width: 80, dataIndex: 'days' },
          { title: '份额', width: 80, align: 'right', dataIndex: 'share' },
          { title: '金额（未取整）', width: 130, align: 'right', dataIndex: 'amount' },
        ]}
      />
      <p className="explain-sum">
        <span>
          精确合计 {told.exactSum} → {told.rounding}
        </span>
        <b className="figure">{formatYuan(told.amountFen)}</b>
      </p>
      {told.lines.length > 1 && (
        <p className="t2">
          账单明细（累计取整）：
          {told.lines.map(({ from, to, amountFen }) => `${from} ~ ${to} ${formatYuan(amountFen)}`).join('；')}
        </p>
      )}
    </>
  );
}

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
        <Steps told={data} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}

/** Every bill the lease produces; each amount opens its computation. */
export function BillsTab({ leaseId, leaseNo }: { leaseId: number; leaseNo: string }) {
  const [told, tell] = useState<PlannedBill | null>(null);
  const { data, error } = useQuery({ queryKey: ['lease-plan', leaseId], queryFn: () => leasePlan(leaseId) });
  if (error) return <EmptyState kind="error" title="账单计划加载失败" text={textOf(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Totals plan={data} />
      <BillTable bills={data.bills} onExplain={tell} />
      {told && <Explain leaseId={leaseId} leaseNo={leaseNo} bill={told} onClose={() => tell(null)} />}
    </>
  );
}
