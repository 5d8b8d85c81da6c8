import type { DepositMove } from '@/api/finance/ledger';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';
import styles from './money.module.css';

/** Movements of a deposit with the balance after each, oldest first. */
export function DepositMoves({ moves }: { moves: readonly DepositMove[] }) {
  let heldFen = 0;
  const rows = moves.map((move, index) => {
    heldFen += move.amountFen;
    return { ...move, key: index, heldFen };
  });
  // a lease that changed its tenant has money of both
  const several = new Set(moves.map(({ tenantName }) => tenantName)).size > 1;
  return (
    <SmallTable
      rows={rows}
      none="还没有收取押金"
      width={several ? 680 : 520}
      columns={[
        { title: '日期', width: 110, dataIndex: 'bookDate' },
        { title: '变动', width: 100, dataIndex: 'label' },
        {
          title: '金额（元）',
          width: 120,
          align: 'right',
          render: (_v, { amountFen }) => (
            <span className={amountFen < 0 ? styles.moneyMirror : ''}>
              <AmountCell fen={amountFen} />
            </span>
          ),
        },
        { title: '余额（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.heldFen} /> },
        ...(several ? [{ title: '乙方', width: 150, dataIndex: 'tenantName' }] : []),
        { title: '单据', dataIndex: 'note' },
      ]}
    />
  );
}
