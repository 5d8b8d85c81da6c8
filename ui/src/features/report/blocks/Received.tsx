import { InfoCircleOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import type { ReceivedBlock, ReportQuery } from '@/api/stat';
import { labelOf } from '@/features/business/labels';
import { RECEIPT_METHODS } from '@/features/finance/labels';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { columns } from '../charts';
import { Legend } from '../Legend';
import { behind, period, yearToDate } from '../links';
import { look } from '../look';
import { Change, Headline, Money } from '../Money';
import { amountText, inUnit, rateText, type Unit, unitOf } from '../units';
import { useBlock } from '../useBlock';

const unit = (data: ReceivedBlock): Unit => unitOf(data.rentFen, data.yearToDateFen, data.allKindsFen, data.dueFen);

/** «转账 82.10%、现金 3.20%»: how the money came. */
function methodsText({ byMethod }: ReceivedBlock): string {
  const total = byMethod.reduce((sum, { fen }) => sum + fen, 0);
  if (total <= 0) return '';
  return byMethod
    .filter(({ fen }) => fen > 0)
    .map(({ method, fen }) => `${labelOf(RECEIPT_METHODS, method)} ${rateText(Math.round((fen / total) * 10_000))}`)
    .join('、');
}

function Body({ data, query }: { data: ReceivedBlock; query: ReportQuery }) {
  const u = unit(data);
  const { from, to } = period(query);
  const year = yearToDate(query);
  const link = (extra: Record<string, string>) => behind('received', query, extra);
  const booked = { bookFrom: from, bookTo: to };
  const option = useMemo(
    () =>
      columns({
        unit: u,
        current: query.month,
        stacks: [
          {
            name: '实收',
            values: data.months.map(({ fen, unclaimedFen }) => inUnit(fen - unclaimedFen, u)),
            color: 'received',
          },
          { name: '待认领', values: data.months.map(({ unclaimedFen }) => inUnit(unclaimedFen, u)), color: 'grey' },
        ],
        line: {
          name: '应收',
          values: data.months.map(({ month, dueFen }) => (isFuture(query, month) ? null : inUnit(dueFen, u))),
        },
      }),
    [data, query, u],
  );
  const when = query.month === 0 ? `${query.year}年` : `${query.month}月`;
  const gap = data.rentFen - data.dueFen;
  return (
    <>
      <div className={look.figureAndChart}>
        <div className={look.lead} title={methodsText(data)}>
          <span className={look.leadName}>{when}租金实收</span>
          <Headline fen={data.rentFen} unit={u} to={link({ ...booked, income: 'rent' })} />
          <div className={look.changes}>
            <Change label={query.month === 0 ? '较上年' : '环比'} rate={data.onPrevious} />
            {query.month > 0 && <Change label="同比" rate={data.onLastYear} />}
          </div>
          <dl>
            <dt>本年累计</dt>
            <dd>
              <Money
                fen={data.yearToDateFen}
                unit={u}
                to={link({ bookFrom: year.from, bookTo: year.to, income: 'rent' })}
              />
            </dd>
            <dt>全部收入口径</dt>
            <dd>
              <Money fen={data.allKindsFen} unit={u} to={link(booked)} />
            </dd>
            <dt>{query.month === 0 ? '较本年应收' : '较本月应收'}</dt>
            <dd>{gap === 0 ? '持平' : `${gap < 0 ? '少' : '多'} ${amountText(Math.abs(gap), u)}`}</dd>
          </dl>
        </div>
        <div className={look.drawing}>
          <Chart label={`${query.year}年各月实收与应收`} option={option} height={186} />
          <Legend
            items={[
              { name: '实收', token: '--ok-g' },
              { name: '待认领', token: '--gr-g' },
              { name: '应收', token: '--due', mark: 'line' },
            ]}
          />
        </div>
      </div>
      <div className={look.strip}>
        <div>
          <span>本期</span>
          <Money fen={data.currentFen} unit={u} to={link({ ...booked, income: 'rent', part: 'current' })} />
        </div>
        <div>
          <span>追缴往期</span>
          <Money fen={data.earlierFen} unit={u} to={link({ ...booked, income: 'rent', part: 'earlier' })} />
        </div>
        <div>
          <span>预收</span>
          <Money fen={data.aheadFen} unit={u} to={link({ ...booked, income: 'rent', part: 'ahead' })} />
        </div>
        <div>
          <span>待认领</span>
          <Money fen={data.unclaimedFen} unit={u} to={link({ ...booked, income: 'rent', part: 'unclaimed' })} />
        </div>
        <p className={look.stripNote}>
          <InfoCircleOutlined aria-hidden />
          实收 ÷ 应收 ≠ 收缴率
        </p>
      </div>
    </>
  );
}

/** Months behind the day of the figures have no money yet. */
const isFuture = ({ year, asOf }: ReportQuery, month: number): boolean =>
  `${year}-${String(month).padStart(2, '0')}` > asOf.slice(0, 7);

/** 实收: what came in, by the day it entered the books. */
export default function Received({ query }: { query: ReportQuery }) {
  const result = useBlock('shiShou', query);
  return (
    <BlockCard
      flag="shiShouBlock"
      title="实收"
      meta={(data) => `入账口径 · 单位 ${unit(data)}`}
      result={result}
      source={{ name: 'shiShou', query }}
      empty={(data) =>
        data.allKindsFen === 0 && data.months.every(({ fen }) => fen === 0) ? (
          <EmptyState kind="empty" title="本期暂无收款" />
        ) : null
      }
      table={(data) => ({
        head: ['月份', `实收（${unit(data)}）`, `其中待认领（${unit(data)}）`, `应收（${unit(data)}）`],
        rows: data.months.map(({ month, fen, unclaimedFen, dueFen }) => [
          `${month}月`,
          amountText(fen, unit(data)),
          amountText(unclaimedFen, unit(data)),
          amountText(dueFen, unit(data)),
        ]),
      })}
    >
      {(data) => <Body data={data} query={query} />}
    </BlockCard>
  );
}
