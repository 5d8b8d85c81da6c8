import type { TakeoverCheck, TakeoverRow, TakeoverTenant } from '@/api/takeover';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { figureText, gapOf, totalOf } from './figures';

const SUMS: readonly PaperColumn<TakeoverCheck['sums'][number]>[] = [
  { title: '合计', render: ({ label }) => label },
  { title: '系统算出', align: 'right', render: (sum) => figureText(sum, sum.computed) },
  { title: '原台账', align: 'right', render: (sum) => figureText(sum, sum.ledger) },
  { title: '差额', align: 'right', render: (sum) => figureText(sum, gapOf(sum)) },
];

const gapText = ({ differenceFen }: TakeoverTenant): string => formatYuan(differenceFen === 0 ? null : differenceFen);

const TENANTS: readonly PaperColumn<TakeoverTenant>[] = [
  { title: '乙方', render: ({ name }) => name },
  { title: '合同', align: 'right', render: ({ leases }) => leases },
  { title: '系统算出', align: 'right', render: ({ arrearsFen }) => formatYuan(arrearsFen) },
  { title: '原台账', align: 'right', render: ({ ledgerFen }) => formatYuan(ledgerFen) },
  { title: '差额', align: 'right', render: gapText },
  { title: '说明', width: '24%', render: ({ note }) => note },
];

interface ComparePaperProps {
  batch: TakeoverRow;
  check: TakeoverCheck;
  onClose: () => void;
}

/** The 核对表 on standing A4, as it is saved: sums, tenant by tenant, and who signs. */
export function ComparePaper({ batch, check: { sums, tenants }, onClose }: ComparePaperProps) {
  const total = totalOf(tenants);
  const { leases, arrearsFen, ledgerFen, differenceFen } = total;
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        unit={batch.partyAName}
        title="上线接收核对表"
        no={batch.batchNo}
        facts={[
          ['账务启用日', batch.booksFrom],
          ['乙　　方', `${tenants.length} 户`],
        ]}
        signs={[['经办人'], ['单位负责人'], ['日期']]}
      >
        <PaperTable columns={SUMS} rows={sums} />
        <h3>按乙方核对期初欠缴（元）</h3>
        <PaperTable
          numbered
          columns={TENANTS}
          rows={tenants}
          totals={['', leases, formatYuan(arrearsFen), formatYuan(ledgerFen), formatYuan(differenceFen), '']}
        />
      </PaperFrame>
    </Paper>
  );
}
