import type { TakeoverCheck, TakeoverRow, TakeoverTenant } from '@/api/takeover';
import { Paper } from '@/features/print/Paper';
import printStyles from '@/features/print/print.module.css';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { figureText, gapOf, totalOf } from './figures';
import styles from './takeover.module.css';

function SumsOnPaper({ check }: { check: TakeoverCheck }) {
  return (
    <table>
      <thead>
        <tr>
          <th>合计</th>
          <th className={styles.paperNum}>系统算出</th>
          <th className={styles.paperNum}>原台账</th>
          <th className={styles.paperNum}>差额</th>
        </tr>
      </thead>
      <tbody>
        {check.sums.map((sum) => (
          <tr key={sum.what}>
            <th scope="row">{sum.label}</th>
            <td className={styles.paperNum}>{figureText(sum, sum.computed)}</td>
            <td className={styles.paperNum}>{figureText(sum, sum.ledger)}</td>
            <td className={styles.paperNum}>{figureText(sum, gapOf(sum))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const gapText = ({ differenceFen }: TakeoverTenant): string => formatYuan(differenceFen === 0 ? null : differenceFen);

function TenantsOnPaper({ tenants }: { tenants: readonly TakeoverTenant[] }) {
  const total = totalOf(tenants);
  return (
    <table>
      <thead>
        <tr>
          <th>序号</th>
          <th>乙方</th>
          <th className={styles.paperNum}>合同</th>
          <th className={styles.paperNum}>系统算出</th>
          <th className={styles.paperNum}>原台账</th>
          <th className={styles.paperNum}>差额</th>
          <th className={styles.paperNote}>说明</th>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant, place) => (
          <tr key={tenant.name}>
            <td>{place + 1}</td>
            <td>{tenant.name}</td>
            <td className={styles.paperNum}>{tenant.leases}</td>
            <td className={styles.paperNum}>{formatYuan(tenant.arrearsFen)}</td>
            <td className={styles.paperNum}>{formatYuan(tenant.ledgerFen)}</td>
            <td className={styles.paperNum}>{gapText(tenant)}</td>
            <td>{tenant.note}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>{`合计（${tenants.length} 户）`}</th>
          <td className={styles.paperNum}>{total.leases}</td>
          <td className={styles.paperNum}>{formatYuan(total.arrearsFen)}</td>
          <td className={styles.paperNum}>{formatYuan(total.ledgerFen)}</td>
          <td className={styles.paperNum}>{formatYuan(total.differenceFen)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

interface ComparePaperProps {
  batch: TakeoverRow;
  check: TakeoverCheck;
  onDone: () => void;
}

/** The 核对表 on standing A4, as it is saved: sums, tenant by tenant, and who signs. */
export function ComparePaper({ batch, check, onDone }: ComparePaperProps) {
  return (
    <Paper className={printStyles.sheet} onDone={onDone}>
      <h2>上线接收核对表</h2>
      <p>
        <span>单位：{batch.partyAName}</span>
        <span>账务启用日：{batch.booksFrom}</span>
        <span>接收编号：{batch.batchNo}</span>
        <span>打印日期：{today()}</span>
      </p>
      <SumsOnPaper check={check} />
      <h3>按乙方核对期初欠缴（元）</h3>
      <TenantsOnPaper tenants={check.tenants} />
      <section className={styles.paperEnd}>
        <p className={styles.paperSigned}>
          <span>经办人：</span>
          <span>单位负责人：</span>
          <span>日期：</span>
        </p>
      </section>
    </Paper>
  );
}
