import { Table } from 'antd';
import type { DepositMove } from '@/api/books';
import { AmountCell } from '@/ui/AmountCell';
import './money.css';

/** Movements of a deposit with the balance after each, oldest first. */
export function DepositMoves({ moves }: { moves: readonly DepositMove[] }) {
  let heldFen = 0;
  const rows = moves.map((move, index) => {
    heldFen += move.amountFen;
    return { ...move, key: index, heldFen };
  });
  return (
    <Table
      size="small"
      pagination={false}
      dataSource={rows}
      locale={{ emptyText: '还没有收取押金' }}
      scroll={{ x: 520 }}
      columns={[
        { title: '日期', width: 110, dataIndex: 'bookDate' },
        { title: '变动', width: 100, dataIndex: 'label' },
        {
          title: '金额（元）',
          width: 120,
          align: 'right',
          render: (_v, { amountFen }) => (
            <span className={amountFen < 0 ? 'money-mirror' : ''}>
              <AmountCell fen={amountFen} />
            </span>
          ),
        },
        { title: '余额（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.heldFen} /> },
        { title: '单据', dataIndex: 'note' },
      ]}
    />
  );
}
