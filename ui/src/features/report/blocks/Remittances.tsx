import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Remittances, ReportFacts, ReportQuery } from '@/api/stat';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { columns } from '../charts';
import { Legend } from '../Legend';
import { behind } from '../links';
import { look } from '../look';
import { Headline, Money } from '../Money';
import { amountText, inUnit, rateText, unitOf } from '../units';

/** Days from which a delay turns red. */
const LONG = 30;

/** What units that must remit owe the treasury. */
export function RemittedBody({ data, facts, query }: { data: Remittances; facts: ReportFacts; query: ReportQuery }) {
  const u = unitOf(data.shouldFen, data.handedFen, data.owedFen);
  const option = useMemo(
    () =>
      columns({
        unit: u,
        current: 0,
        stacks: [{ name: '已上缴', values: data.months.map(({ handedFen }) => inUnit(handedFen, u)), color: 'cyan' }],
        line: { name: '应上缴', values: data.months.map(({ due, shouldFen }) => (due ? inUnit(shouldFen, u) : null)) },
      }),
    [data, u],
  );
  if (data.items.length === 0) return <EmptyState kind="good" title={`截至 ${facts.asOf} 没有应上缴的款项`} />;
  const link = (extra: Record<string, string | number> = {}) =>
    behind('remittance', query, { year: facts.year, ...extra });
  return (
    <div className={look.arrears}>
      <div className={look.arrearsLead}>
        <div>
          <span className={look.leadName}>{data.owedFen < 0 ? '多上缴' : '欠上缴总额'}</span>
          <Headline fen={Math.abs(data.owedFen)} unit={u} to={link()} tone={data.owedFen > 0 ? 'bad' : ''} />
        </div>
        <dl>
          <dt>应上缴</dt>
          <dd>
            <Money fen={data.shouldFen} unit={u} to={link()} />
          </dd>
        </dl>
        <dl>
          <dt>已上缴</dt>
          <dd>
            <Money fen={data.handedFen} unit={u} to={link()} />
          </dd>
        </dl>
        <dl>
          <dt>上缴率</dt>
          <dd>{rateText(data.rate)}</dd>
        </dl>
      </div>
      <table className={look.smallTable}>
        <thead>
          <tr>
            <th scope="col">甲方</th>
            <th scope="col">应上缴</th>
            <th scope="col">已上缴</th>
            <th scope="col">欠上缴</th>
            <th scope="col">最长逾期</th>
            <th scope="col">上缴率</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ partyAId, name, shouldFen, handedFen, owedFen, days, rate }) => (
            <tr key={partyAId}>
              <th scope="row">
                <Link to={link({ partyAId })} title={name}>
                  {name}
                </Link>
              </th>
              <td>{amountText(shouldFen, u)}</td>
              <td>{amountText(handedFen, u)}</td>
              <td className={owedFen > 0 ? look.bad : ''}>{amountText(owedFen, u)}</td>
              <td className={days > LONG ? look.bad : ''}>{owedFen > 0 ? `${days} 天` : '—'}</td>
              <td>{rateText(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>
        逐月上缴 <span>应上缴与已上缴 · {u}</span>
      </h3>
      <Chart label={`${facts.year}年各月上缴`} option={option} height={168} />
      <Legend
        items={[
          { name: '已上缴', token: '--cy-g' },
          { name: '应上缴', token: '--due', mark: 'line' },
        ]}
      />
    </div>
  );
}
