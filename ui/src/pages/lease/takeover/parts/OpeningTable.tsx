import type { OpeningBill, TakeoverLease } from '@/api/takeover';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';

/** Bills that a contract begins with, as they are computed. */
export const OpeningTable = ({ lease }: { lease: TakeoverLease }) => (
  <SmallTable<OpeningBill>
    rows={lease.openings}
    rowKey={({ kind, from }) => `${kind}/${from}`}
    paged={20}
    width={520}
    none={lease.paidUntil ? `已缴至 ${lease.paidUntil}，没有期初欠缴` : '没有期初欠缴'}
    columns={[
      { key: 'kind', title: '费用', width: 90, render: (_v, { kind }) => kind },
      { key: 'period', title: '账期', width: 210, render: (_v, { from, to }) => `${from} ~ ${to}` },
      { key: 'due', title: '应缴日', width: 110, render: (_v, { dueDate }) => dueDate },
      {
        ...{ key: 'amount', title: '期初欠缴（元）', width: 130, align: 'right' },
        render: (_v, { amountFen }) => <AmountCell fen={amountFen} />,
      },
    ]}
  />
);
