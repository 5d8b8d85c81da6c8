import type { CloseRow } from '@/api/finance/payout';
import { monthText } from '@/features/finance/payouts/labels';
import { Paper } from '@/features/print/Paper';
import printStyles from '@/features/print/print.module.css';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import styles from './close.module.css';

/** Rows of the last table that the signatures are never parted from. */
const WITH_SIGNATURES = 3;

interface RowsProps {
  rows: CloseRow['totals'];
}

const Rows = ({ rows }: RowsProps) => (
  <tbody>
    {rows.map(({ account, amountFen }) => (
      <tr key={account}>
        <td>{account}</td>
        <td className={styles.paperAmount}>{formatYuan(amountFen)}</td>
      </tr>
    ))}
  </tbody>
);

/** The close of a month on A4: its figures, what each account moved by, and who signs. */
export function ClosePaper({ row, onDone }: { row: CloseRow; onDone: () => void }) {
  const { figures, totals } = row;
  const cut = Math.max(totals.length - WITH_SIGNATURES, 0);
  return (
    <Paper className={printStyles.sheet} onDone={onDone}>
      <h2>月结单</h2>
      <p>
        <span>甲方：{row.partyAName}</span>
        <span>月份：{monthText(row.month)}</span>
        <span>打印日期：{today()}</span>
      </p>
      {figures && (
        <table>
          <tbody>
            <tr>
              <th scope="row">应收（元）</th>
              <td className={styles.paperAmount}>{formatYuan(figures.dueFen)}</td>
              <th scope="row">实收（元）</th>
              <td className={styles.paperAmount}>{formatYuan(figures.receivedFen)}</td>
            </tr>
            <tr>
              <th scope="row">减免（元）</th>
              <td className={styles.paperAmount}>{formatYuan(figures.waivedFen)}</td>
              <th scope="row">月末欠缴（元）</th>
              <td className={styles.paperAmount}>{formatYuan(figures.arrearsFen)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <h3>各科目发生额（借正贷负）</h3>
      <table className={styles.paperTotals}>
        <thead>
          <tr>
            <th>科目</th>
            <th className={styles.paperAmount}>发生额（元）</th>
          </tr>
        </thead>
        <Rows rows={totals.slice(0, cut)} />
      </table>
      <section className={styles.paperEnd}>
        <table className={styles.paperTotals}>
          <Rows rows={totals.slice(cut)} />
        </table>
        <p>
          月结人 {row.closedBy}，{toMinute(row.closedAt)} 月结；月结时账目校验码 {row.lastHash.slice(0, 16)}
        </p>
        <p className={styles.paperSigned}>
          <span>制表：</span>
          <span>复核：</span>
          <span>负责人：</span>
          <span>日期：</span>
        </p>
      </section>
    </Paper>
  );
}
