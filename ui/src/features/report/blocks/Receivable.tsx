import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ReceivableBlock, ReportQuery } from '@/api/stat';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { columns } from '../charts';
import { Legend } from '../Legend';
import { behind, period, yearToDate } from '../links';
import { look } from '../look';
import { Change, Headline, Money } from '../Money';
import { amountText, inUnit, type Unit, unitOf } from '../units';
import { useBlock } from '../useBlock';

/** Kinds of income as the strip groups them: name and kinds of bills. */
const GROUPS: readonly { name: string; kinds: readonly number[] }[] = [
  { name: '租金', kinds: [1] },
  { name: '物业费', kinds: [2] },
  { name: '水电费', kinds: [3, 4] },
  { name: '滞纳金', kinds: [5] },
  { name: '其他', kinds: [7, 8] },
];

const unit = (data: ReceivableBlock): Unit => unitOf(data.rentFen, data.yearToDateFen, data.allKindsFen);

function Body({ data, query }: { data: ReceivableBlock; query: ReportQuery }) {
  const u = unit(data);
  const { from, to } = period(query);
  const year = yearToDate(query);
  const link = (extra: Record<string, string>) => behind('receivable', query, extra);
  const due = { dueFrom: from, dueTo: to };
  const option = useMemo(
    () =>
      columns({
        unit: u,
        current: query.month,
        plannedFrom:
          data.months.findIndex(({ planned }) => planned) < 0 ? 12 : data.months.findIndex(({ planned }) => planned),
        stacks: [
          {
            name: '租金',
            values: data.months.map(({ rentFen }) => inUnit(rentFen, u)),
            color: 'due',
            planned: 'duePlanned',
          },
          {
            name: '其他收入',
            values: data.months.map(({ otherFen }) => inUnit(otherFen, u)),
            color: 'dueOther',
            planned: 'duePlanned',
          },
        ],
      }),
    [data, query.month, u],
  );
  const when = query.month === 0 ? `${query.year}年` : `${query.month}月`;
  const ofKinds = (kinds: readonly number[]) =>
    data.byKind.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { fen }) => sum + fen, 0);
  return (
    <>
      <div className={look.figureAndChart}>
        <div className={look.lead}>
          <span className={look.leadName}>{when}租金应收</span>
          <Headline fen={data.rentFen} unit={u} to={link({ ...due, kind: '1' })} />
          <div className={look.changes}>
            <Change label={query.month === 0 ? '较上年' : '环比'} rate={data.onPrevious} />
            {query.month > 0 && <Change label="同比" rate={data.onLastYear} />}
          </div>
          <dl>
            <dt>本年累计</dt>
            <dd>
              <Money fen={data.yearToDateFen} unit={u} to={link({ dueFrom: year.from, dueTo: year.to, kind: '1' })} />
            </dd>
            <dt>全部收入口径</dt>
            <dd>
              <Money fen={data.allKindsFen} unit={u} to={link(due)} />
            </dd>
            <dt>{query.month === 0 ? '本年减免' : '本月减免'}</dt>
            <dd>
              <Money fen={data.waivedFen} unit={u} to={link({ ...due, waived: '1' })} />
            </dd>
          </dl>
        </div>
        <div className={look.drawing}>
          <Chart label={`${query.year}年各月应收`} option={option} height={186} />
          <Legend
            items={[
              { name: '租金', token: '--due' },
              { name: '其他收入', token: '--due2' },
              { name: '预计', token: '--due', mark: 'hatch' },
            ]}
          />
        </div>
      </div>
      <div className={look.strip}>
        {GROUPS.map(({ name, kinds }) => (
          <div key={name}>
            <span>{name}</span>
            <Money fen={ofKinds(kinds)} unit={u} to={link({ ...due, kind: kinds.join(',') })} />
          </div>
        ))}
      </div>
    </>
  );
}

/** 应收: what fell due in the period less what was waived. */
export default function Receivable({ query }: { query: ReportQuery }) {
  const result = useBlock('yingShou', query);
  return (
    <BlockCard
      flag="yingShouBlock"
      title="应收"
      meta={(data) => `到期口径 · 单位 ${unit(data)}`}
      result={result}
      source={{ name: 'yingShou', query }}
      empty={(data) =>
        data.allKindsFen === 0 &&
        data.waivedFen === 0 &&
        data.months.every(({ rentFen, otherFen }) => rentFen === 0 && otherFen === 0) ? (
          <EmptyState
            kind="empty"
            title="本期暂无应收账单"
            action={
              <Link to="/lease/lease">
                <Button>查看合同</Button>
              </Link>
            }
          />
        ) : null
      }
      table={(data) => ({
        head: ['月份', `租金（${unit(data)}）`, `其他收入（${unit(data)}）`, '状态'],
        rows: data.months.map(({ month, rentFen, otherFen, planned }) => [
          `${month}月`,
          amountText(rentFen, unit(data)),
          amountText(otherFen, unit(data)),
          planned ? '预计' : '已出账',
        ]),
      })}
    >
      {(data) => <Body data={data} query={query} />}
    </BlockCard>
  );
}
