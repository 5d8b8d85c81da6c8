import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { RateBlock, RateRank, RateVariants, ReportQuery } from '@/api/stat';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { useOpenPage } from '@/ui/useOpenPage';
import { BlockCard } from '../BlockCard';
import { BlockTabs } from '../BlockTabs';
import { gauge, rateLines } from '../charts';
import { Legend } from '../Legend';
import { behind, yearToDate } from '../links';
import { look } from '../look';
import { Money } from '../Money';
import { rateText, unitOf } from '../units';
import { useBlock } from '../useBlock';
import { RemittedBody } from './Remittances';

type Variant = keyof RateVariants;
const VARIANTS: { value: Variant; label: string }[] = [
  { value: 'current', label: '当期' },
  { value: 'inTime', label: '按期' },
  { value: 'overall', label: '综合' },
  { value: 'byTenants', label: '按户' },
];
/** Ten points below the target the rate is bad. */
const TOLERATED = 1_000;

const toneOf = (rate: number, target: number): 'ok' | 'warn' | 'bad' =>
  rate >= target ? 'ok' : rate >= target - TOLERATED ? 'warn' : 'bad';
/** The rows with the most money open stand first. */
const WORST_FIRST = { orderByColumn: 'openFen', isAsc: 'descending' };

const percent = (rate: number | null): number | null => (rate === null ? null : rate / 100);

function Target({ rate, target }: { rate: number; target: number }) {
  const tone = toneOf(rate, target);
  const text =
    tone === 'ok' ? `已达目标 ${rateText(target)}` : `低于目标 ${rateText(target - rate).replace('%', '')} 个百分点`;
  return (
    <span className={`tag ${tone}`}>
      {tone === 'ok' ? <CheckCircleFilled aria-hidden /> : <ExclamationCircleFilled aria-hidden />}
      {text}
    </span>
  );
}

interface RanksProps {
  rows: readonly RateRank[];
  variant: Variant;
  target: number;
  /** The report behind a row. */
  to: (row: RateRank) => string;
}

function Ranks({ rows, variant, target, to }: RanksProps) {
  const known = rows.filter((row) => row[variant] !== null).sort((a, b) => (b[variant] ?? 0) - (a[variant] ?? 0));
  // the lowest one still shows a stub of a bar
  const least = Math.max(0, Math.min(7_000, ...known.map((row) => (row[variant] ?? 0) - 200)));
  const place = (rate: number) => `${((rate - least) / (10_000 - least)) * 100}%`;
  return (
    <ol className={look.rates}>
      {known.map((row) => {
        const rate = row[variant] ?? 0;
        const tone = toneOf(rate, target);
        return (
          <li key={row.id}>
            <Link to={to(row)} title={row.name}>
              {row.name}
            </Link>
            <div className={look.rateTrack} aria-hidden>
              <i className={look[tone]} style={{ width: place(Math.min(rate, 10_000)) }} />
              <u style={{ left: place(target) }} />
            </div>
            {tone === 'ok' ? (
              <CheckCircleFilled className={look.ok} aria-label="达标" />
            ) : (
              <ExclamationCircleFilled className={look[tone]} aria-label="未达标" />
            )}
            <b>{rateText(rate)}</b>
          </li>
        );
      })}
    </ol>
  );
}

function Body({ data, variant, query }: { data: RateBlock; variant: Variant; query: ReportQuery }) {
  const [by, setBy] = useState<'plates' | 'parties'>('plates');
  const rate = data.variants[variant];
  const { target } = data;
  const u = unitOf(data.netDueFen, data.collectedFen);
  const dial = useMemo(
    () => gauge(percent(rate), target / 100, rate === null ? 'bad' : toneOf(rate, target)),
    [rate, target],
  );
  const lines = useMemo(
    () =>
      rateLines({
        current: query.month,
        now: data.months.map(({ now }) => percent(now)),
        atMonthEnd: data.months.map(({ atMonthEnd }) => percent(atMonthEnd)),
        target: target / 100,
      }),
    [data.months, query.month, target],
  );
  const year = yearToDate(query);
  // 本年累计 ends with the chosen month, as it does in 应收 and 实收.
  const soFar = { year: data.year, ...(data.month > 0 && { toMonth: data.month }) };
  const openPage = useOpenPage();
  const behindMonth = (month: number) => behind('collection', query, { year: data.year, month, ...WORST_FIRST });
  const due = { dueFrom: year.from, dueTo: year.to, kind: 1 };
  return (
    <div className={look.rate}>
      <div className={look.rateTop}>
        <div className={look.dial}>
          <Chart label={`本年累计租金收缴率 ${rateText(rate)}`} option={dial} height={150} />
          <p>
            <Link to={behind('collection', query, soFar)}>{rateText(rate)}</Link>
            本年累计租金收缴率
          </p>
          {rate !== null && <Target rate={rate} target={target} />}
          <small>
            已收 <Money fen={data.collectedFen} unit={u} to={behind('receivable', query, due)} /> / 净应收{' '}
            <Money fen={data.netDueFen} unit={u} to={behind('receivable', query, due)} /> {u}
          </small>
        </div>
        <div className={look.rankPart}>
          <h3>
            <button type="button" className="link" onClick={() => setBy(by === 'plates' ? 'parties' : 'plates')}>
              {by === 'plates' ? '按板块' : '按甲方'}
            </button>
            <span>本年累计</span>
          </h3>
          <Ranks
            rows={data[by]}
            variant={variant}
            target={target}
            to={({ id }) =>
              behind('collection', query, {
                ...soFar,
                [by === 'plates' ? 'plateId' : 'partyAId']: id,
                ...WORST_FIRST,
              })
            }
          />
        </div>
      </div>
      <div className={look.rateHead}>
        <h3>
          逐月当期收缴率 <span>%</span>
        </h3>
        <Legend
          items={[
            { name: '截至今日', token: '--accent-t', mark: 'line' },
            { name: '截至当月末', token: '--gr-g', mark: 'dash' },
            { name: `目标 ${target / 100}%`, token: '--bad-g', mark: 'dash' },
          ]}
        />
      </div>
      <Chart
        label={`${data.year}年各月收缴率`}
        option={lines}
        height={196}
        onPick={(place) => {
          const month = data.months[place];
          if (month && month.now !== null) openPage(behindMonth(month.month));
        }}
      />
      <p className={look.rateMonths}>
        按月查看：
        {data.months
          .filter(({ now }) => now !== null)
          .map(({ month }) => (
            <Link key={month} to={behindMonth(month)}>
              {month}月
            </Link>
          ))}
      </p>
      <div className={look.variants}>
        {(
          [
            ['按期收缴率', data.variants.inTime],
            ['陈欠清收率', data.variants.earlier],
            ['综合收缴率', data.variants.overall],
            ['按户收缴率', data.variants.byTenants],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <span>{name}</span>
            <Link to={behind('collection', query, soFar)}>{rateText(value)}</Link>
          </div>
        ))}
      </div>
    </div>
  );
}

/** 租金收缴率统计: how much of what fell due came in. */
export default function CollectionRate({ query }: { query: ReportQuery }) {
  const result = useBlock('shouJiaoLv', query);
  const [tab, setTab] = useState<'rate' | 'remit'>('rate');
  const [variant, setVariant] = useState<Variant>('current');
  return (
    <BlockCard
      flag="shouJiaoLvBlock"
      title="租金收缴率统计"
      result={result}
      source={{ name: 'shouJiaoLv', query }}
      rows={12}
      empty={(data) =>
        tab === 'rate' && data.netDueFen === 0 ? <EmptyState kind="empty" title="本期无到期账单" /> : null
      }
      tabs={
        <BlockTabs
          label="收缴与上缴"
          tabs={[
            { key: 'rate', label: '收缴率' },
            { key: 'remit', label: '上缴率' },
          ]}
          value={tab}
          onChange={setTab}
        />
      }
      extra={
        tab === 'rate' && (
          <Segmented size="small" aria-label="收缴率口径" options={VARIANTS} value={variant} onChange={setVariant} />
        )
      }
      table={(data) => ({
        head: ['月份', '截至今日', '截至当月末'],
        rows: data.months.map(({ month, now, atMonthEnd }) => [`${month}月`, rateText(now), rateText(atMonthEnd)]),
      })}
    >
      {(data) =>
        tab === 'rate' ? (
          <Body data={data} variant={variant} query={query} />
        ) : (
          <RemittedBody data={data.remittances} facts={data} query={query} />
        )
      }
    </BlockCard>
  );
}
