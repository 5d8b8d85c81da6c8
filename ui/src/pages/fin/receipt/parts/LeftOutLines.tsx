import { Button, type TableProps } from 'antd';
import { useState } from 'react';
import { type BankLeftOut, bankLeftOutQuery } from '@/api/finance/bank';
import { formatDate } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Loaded } from '@/ui/Loaded';
import { SmallTable } from '@/ui/SmallTable';

const COLUMNS: TableProps<BankLeftOut>['columns'] = [
  { key: 'valueDate', title: '到账日期', width: 104, render: (_value, { valueDate }) => valueDate ?? '（无日期）' },
  {
    key: 'amountFen',
    title: '金额（元）',
    width: 110,
    align: 'right',
    render: (_value, { amountFen }) => <AmountCell fen={amountFen} />,
  },
  { key: 'payerName', title: '付款户名', dataIndex: 'payerName', width: 170 },
  { key: 'reason', title: '不导入的原因', dataIndex: 'reason' },
  {
    key: 'by',
    title: '经办',
    width: 170,
    render: (_value, { by, at }) => (
      <>
        {by} <small className="t2">{formatDate(at, 'YYYY-MM-DD HH:mm')}</small>
      </>
    ),
  },
];

interface LeftOutLinesProps {
  partyAId: number;
  tail: string;
}

/** What was left out of the statements of an account before, and why; read when it is asked for. */
export function LeftOutLines({ partyAId, tail }: LeftOutLinesProps) {
  const [open, setOpen] = useState(false);
  const source = useQuery({ ...bankLeftOutQuery(partyAId, tail), enabled: open });
  return (
    <section aria-label="不导入的流水">
      <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : '查看'}该账户以前选择不导入的流水
      </Button>
      {open && (
        <Loaded
          source={source}
          title="不导入的流水加载失败"
          lines={2}
          empty={<p className="t2">该账户没有选择不导入的流水</p>}
        >
          {(rows) => (
            <SmallTable<BankLeftOut>
              rowKey="leftOutId"
              columns={COLUMNS}
              rows={rows}
              paged={20}
              width={720}
              height={200}
            />
          )}
        </Loaded>
      )}
    </section>
  );
}
