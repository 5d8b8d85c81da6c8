import { useMemo } from 'react';
import type { CashFlowBlock, CashMonth, ReportQuery } from '@/api/stat';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { cash } from '../charts';
import { Legend } from '../Legend';
import { behind, yearToDate } from '../links';
import { look } from '../look';
import { Money } from '../Money';
import { amountText, inUnit, type Unit, unitOf } from '../units';
import { useBlock } from '../useBlock';

type Flow =
  | 'rentFen'
  | 'otherFen'
  | 'unclaimedFen'
  | 'treasuryFen'
  | 'depositFen'
  | 'refundFen'
  | 'depositRefundFen'
  | 'expenseFen'
  | 'netFen';

const IN: { key: Flow; name: string; token: string; kind: string }[] = [
  { key: 'rentFen', name: '租金', token: '--ok-g', kind: 'rent' },
  { key: 'otherFen', name: '其他收入', token: '--cy-g', kind: 'other' },
  { key: 'unclaimedFen', name: '待认领', token: '--gr-g', kind: 'unclaimed' },
  { key: 'depositFen', name: '押金收取', token: '--vi-g', kind: 'deposit' },
];
const OUT: { key: Flow; name: string; token: string; kind: string }[] = [
  { key: 'expenseFen', name: '支出', token: '--warn-f', kind: 'expense' },
  { key: 'depositRefundFen', name: '押金退还', token: '--vi-g', kind: 'depositRefund' },
  { key: 'refundFen', name: '退款', token: '--gr-g', kind: 'refund' },
];

/** Money of the treasury stands beside the unit's: never in the net. */
const DIRECT = { key: 'treasuryFen', name: '财政直缴', token: '--accent-t', kind: 'treasury' } as const;

const sum = (months: readonly CashMonth[], ...keys: Flow[]): number =>
  months.reduce((total, month) => keys.reduce((part, key) => part + month[key], total), 0);
const unit = ({ months }: CashFlowBlock): Unit =>
  unitOf(
    sum(months, 'rentFen', 'otherFen', 'unclaimedFen', 'depositFen', 'treasuryFen'),
    ...months.map(({ plannedFen }) => plannedFen),
  );

function Body({ data, query }: { data: CashFlowBlock; query: ReportQuery }) {
  const u = unit(data);
  const { months } = data;
  const current = Number(data.asOf.slice(0, 4)) === data.year ? Number(data.asOf.slice(5, 7)) : 0;
  const option = useMemo(() => {
    const values = (key: Flow) => months.map((month) => inUnit(month[key], u));
    const past = (fen: (month: CashMonth) => number) =>
      months.map((month) => (month.future ? null : inUnit(fen(month), u)));
    return cash({
      unit: u,
      current,
      rent: values('rentFen'),
      other: values('otherFen'),
      unclaimed: values('unclaimedFen'),
      deposit: values('depositFen'),
      expense: values('expenseFen'),
      depositRefund: values('depositRefundFen'),
      refund: values('refundFen'),
      treasury: values('treasuryFen'),
      planned: months.map(({ future, plannedFen }) => (future ? inUnit(plannedFen, u) : null)),
      net: past(({ netFen }) => netFen),
      running: past(({ runningFen }) => runningFen),
    });
  }, [months, u, current]);
  // A past year ends with itself, not with the day of the figures.
  const year = yearToDate({ ...query, year: data.year, month: 0, asOf: data.asOf });
  const link = (kind: string) => behind('cashFlow', query, { ...year, kind });
  const direct = sum(months, 'treasuryFen') !== 0;
  const line = ({ key, name, token, kind }: (typeof IN)[number]) => (
    <tr key={key}>
      <th scope="row">
        <i style={{ background: `var(${token})` }} aria-hidden />
        {name}
      </th>
      <td>
        <Money fen={sum(months, key)} unit={u} to={link(kind)} />
      </td>
    </tr>
  );
  const [came, went] = [
    sum(months, ...IN.map(({ key }) => key)),
    sum(months, 'refundFen', 'depositRefundFen', 'expenseFen'),
  ];
  return (
    <div className={look.cash}>
      <Chart label={`${data.year}年各月现金流`} option={option} height={240} />
      <table>
        <caption className="sr-only">本年现金流合计</caption>
        <tbody>
          <tr className={look.head}>
            <th scope="row">本年流入</th>
            <td>
              <Money fen={came} unit={u} to={behind('cashFlow', query, year)} />
            </td>
          </tr>
          {IN.map(line)}
          <tr className={look.head}>
            <th scope="row">本年流出</th>
            <td>
              <Money fen={went} unit={u} to={behind('cashFlow', query, year)} />
            </td>
          </tr>
          {OUT.map(line)}
          <tr className={look.net}>
            <th scope="row">净流量</th>
            <td>
              <Money fen={came - went} unit={u} to={behind('cashFlow', query, year)} />
            </td>
          </tr>
          {direct && line(DIRECT)}
          {data.unassignedFen !== 0 && (
            <tr>
              <th scope="row">其中支出未分摊</th>
              <td>{amountText(data.unassignedFen, u)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** 当年现金流统计: in, out, net and running total of the year's months. */
export default function CashFlow({ query }: { query: ReportQuery }) {
  const result = useBlock('xianJinLiu', query);
  return (
    <BlockCard
      flag="xianJinLiuBlock"
      title="当年现金流统计"
      meta={(data) => `${data.year} 年 · 入账口径 · 单位 ${unit(data)}`}
      result={result}
      source={{ name: 'xianJinLiu', query }}
      empty={({ months }) =>
        months.every((month) => !month.netFen && !month.rentFen && !month.treasuryFen && !month.plannedFen) ? (
          <EmptyState kind="empty" title="本年暂无收支" />
        ) : null
      }
      extra={
        <Legend
          items={[
            { name: '净流量', token: '--accent-t', mark: 'line' },
            { name: '累计（右轴）', token: '--t2', mark: 'dots' },
            { name: '预计收入', token: '--ok-g', mark: 'hatch' },
          ]}
        />
      }
      table={(data) => ({
        head: [
          '月份',
          '租金',
          '其他收入',
          '待认领',
          '押金收取',
          '退款',
          '押金退还',
          '支出',
          '净流量',
          '累计',
          '财政直缴',
        ].map((name, place) => (place === 0 ? name : `${name}（${unit(data)}）`)),
        rows: data.months.map((month) => [
          `${month.month}月`,
          ...(
            [
              'rentFen',
              'otherFen',
              'unclaimedFen',
              'depositFen',
              'refundFen',
              'depositRefundFen',
              'expenseFen',
              'netFen',
            ] as const
          ).map((key) => amountText(month[key], unit(data))),
          amountText(month.runningFen, unit(data)),
          amountText(month.treasuryFen, unit(data)),
        ]),
      })}
    >
      {(data) => <Body data={data} query={query} />}
    </BlockCard>
  );
}
