import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type Overview as Figures, overviewQuery } from '@/api/stat';
import { rateText } from '@/features/report/units';
import { formatWan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { PageLink } from '@/ui/PageLink';
import { PaperButton } from '@/ui/print/PaperButton';
import styles from './overview.module.css';
import { signed } from './signed';

const OverviewPaper = lazy(() => import('./OverviewPaper'));

/** Units that are named by how much they moved. */
const UNITS = 6;

/** «较上月同期 +8.17%», with an arrow; nothing to compare with is said. */
function Against({ label, now, then }: { label: string; now: number; then: number }) {
  if (then === 0) return <span className="t2">{label}无</span>;
  const percent = ((now - then) / Math.abs(then)) * 100;
  const up = percent >= 0;
  return (
    <span className="t2">
      {label} {up ? <ArrowUpOutlined aria-label="增加" /> : <ArrowDownOutlined aria-label="减少" />}
      {Math.abs(percent).toFixed(2)}%
    </span>
  );
}

interface FigureProps {
  title: string;
  value: string;
  unit: string;
  children: React.ReactNode;
}

function Figure({ title, value, unit, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <h3>{title}</h3>
      <p>
        <b>{value}</b> {unit}
      </p>
      <div>{children}</div>
    </div>
  );
}

function Four({ data }: { data: Figures }) {
  const { month, lastMonth, lastYear, year, arrearsFen, arrearsThenFen, over90Fen, tenants, targetRate } = data;
  const short = month.rate !== null && month.rate < targetRate;
  return (
    <div className={styles.four}>
      <Figure title="应收" value={formatWan(month.netDueFen)} unit="万元">
        <Against label="较上月同期" now={month.netDueFen} then={lastMonth.netDueFen} />
        <Against label="较去年同期" now={month.netDueFen} then={lastYear.netDueFen} />
        <span className="t2">本年 {formatWan(year.netDueFen)}</span>
      </Figure>
      <Figure title="实收（当期应收）" value={formatWan(month.collectedFen)} unit="万元">
        <Against label="较上月同期" now={month.collectedFen} then={lastMonth.collectedFen} />
        <Against label="较去年同期" now={month.collectedFen} then={lastYear.collectedFen} />
        <span className="t2">本年 {formatWan(year.collectedFen)}</span>
      </Figure>
      <Figure title="收缴率" value={rateText(month.rate)} unit="">
        <span className="t2">上月同期 {rateText(lastMonth.rate)}</span>
        <span className="t2">去年同期 {rateText(lastYear.rate)}</span>
        <span className={short ? styles.bad : 't2'}>
          {short ? '低于' : ''}目标 {rateText(targetRate)}
        </span>
      </Figure>
      <Figure title="欠缴" value={formatWan(arrearsFen)} unit="万元">
        <span className="t2">
          比上周末 {arrearsFen >= arrearsThenFen ? '+' : '−'}
          {formatWan(Math.abs(arrearsFen - arrearsThenFen))}
        </span>
        <span className="t2">逾期 90 天以上 {formatWan(over90Fen)}</span>
        <span className="t2">涉及 {tenants} 户</span>
      </Figure>
    </div>
  );
}

function Moves({ data }: { data: Figures }) {
  const rest = data.units.slice(UNITS);
  return (
    <section aria-labelledby="overview-moves">
      <h3 id="overview-moves">
        本周变化最大 <small className="t2">欠缴，万元，比 {data.weekEnd.slice(5)}</small>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">单位</th>
            <th scope="col">欠缴</th>
            <th scope="col">变化</th>
            <th scope="col">新到期未缴</th>
            <th scope="col">收回及减免</th>
          </tr>
        </thead>
        <tbody>
          {data.units.slice(0, UNITS).map(({ partyAId, name, arrearsFen, movedFen, fellDueFen, clearedFen }) => (
            <tr key={partyAId}>
              <th scope="row">
                <PageLink to={`/fin/bill?overdue=true&partyAId=${partyAId}`}>{name}</PageLink>
              </th>
              <td>{formatWan(arrearsFen)}</td>
              <td className={movedFen > 0 ? styles.bad : styles.good}>{signed(movedFen)}</td>
              <td>{formatWan(fellDueFen)}</td>
              <td>{formatWan(clearedFen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && (
        <p className="t2">
          其余 {rest.length} 家共 {formatWan(rest.reduce((sum, unit) => sum + unit.arrearsFen, 0))} 万元，变化{' '}
          {signed(rest.reduce((sum, unit) => sum + unit.movedFen, 0))}
        </p>
      )}
    </section>
  );
}

function Debtors({ data }: { data: Figures }) {
  return (
    <section aria-labelledby="overview-debtors">
      <h3 id="overview-debtors">
        欠缴最多 <small className="t2">万元</small>
      </h3>
      <ol className={styles.debtors}>
        {data.debtors.map(({ tenantId, name, fen, bills }) => (
          <li key={tenantId}>
            <PageLink to={`/lease/tenant/detail/${tenantId}`}>{name}</PageLink>
            <small className="t2">{bills} 张账单</small>
            <span>{formatWan(fen)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Content({ data }: { data: Figures }) {
  return (
    <>
      <Four data={data} />
      <div className={styles.below}>
        <Moves data={data} />
        <Debtors data={data} />
      </div>
    </>
  );
}

/** 本月到今天: what a leader has to know on one page, and on one sheet of paper. */
export default function Overview() {
  const source = useQuery({ ...overviewQuery(), staleTime: 30_000 });
  const { data } = source;
  return (
    <section className="card" aria-labelledby="overview">
      <header className="card-head">
        <h2 id="overview">本月到今天</h2>
        {data && <span className="t2">截至 {data.asOf}</span>}
        <span className="sp" />
        <PaperButton
          label="打印一页"
          disabled={!data}
          paper={(onClose) => data && <OverviewPaper data={data} onClose={onClose} />}
        />
      </header>
      <div className={styles.body}>
        <Loaded source={source} title="本月到今天加载失败" lines={5}>
          {(figures) => <Content data={figures} />}
        </Loaded>
      </div>
    </section>
  );
}
