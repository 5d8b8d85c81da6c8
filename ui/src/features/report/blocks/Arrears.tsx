import { CheckCircleOutlined, SendOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ArrearsBlock, ReportQuery } from '@/api/stat';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { BlockTabs } from '../BlockTabs';
import { behind } from '../links';
import { look } from '../look';
import { Headline, Money } from '../Money';
import { amountText, type Unit, unitOf } from '../units';
import { useBlock } from '../useBlock';
import { RemittedBody } from './Remittances';

const AGES = ['1–30 天', '31–60 天', '61–90 天', '91–180 天', '181–365 天', '365 天以上'];
/** From and to in days of each bucket. */
const DAYS: [number, number | undefined][] = [
  [1, 30],
  [31, 60],
  [61, 90],
  [91, 180],
  [181, 365],
  [366, undefined],
];

/** Before all books. */
const FIRST_DAY = '1900-01-01';

const unit = (data: ArrearsBlock): Unit => unitOf(data.arrearsFen, data.roll.netDueFen, data.dueTodayFen);

function Ages({ data, query, u }: { data: ArrearsBlock; query: ReportQuery; u: Unit }) {
  const share = (fen: number) => (data.arrearsFen === 0 ? 0 : (fen / data.arrearsFen) * 100);
  const past = data.ageing.slice(1);
  return (
    <>
      <div className={look.ageBar} aria-hidden>
        {past.map(({ fen }, place) => (
          <i key={AGES[place]} className={look[`age${place + 1}`]} style={{ width: `${share(fen)}%` }}>
            {share(fen) >= 6 && `${share(fen).toFixed(1)}%`}
          </i>
        ))}
      </div>
      <ul className={look.ages}>
        {past.map(({ fen, bills }, place) => {
          const [from, to] = DAYS[place] ?? [1, undefined];
          return (
            <li key={AGES[place]}>
              <span>
                <i className={look[`age${place + 1}`]} aria-hidden />
                {AGES[place]}
              </span>
              <Money fen={fen} unit={u} to={behind('arrears', query, { daysFrom: from, daysTo: to })} />
              <small>{bills} 笔</small>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Ranking({ data, query, u }: { data: ArrearsBlock; query: ReportQuery; u: Unit }) {
  const most = Math.max(...data.top.map(({ fen }) => fen), 1);
  return (
    <div>
      <h3>
        欠缴排名 <span>前 10 户 · {u}</span>
      </h3>
      <ol className={look.ranking}>
        {data.top.map(({ tenantId, name, fen }, place) => (
          <li key={tenantId}>
            <em className={place < 3 ? look.first : ''}>{place + 1}</em>
            <Link to={behind('arrears', query, { tenantId })} title={name}>
              {name}
            </Link>
            <span className={look.rankBar} aria-hidden>
              <i style={{ width: `${(fen / most) * 100}%` }} />
            </span>
            <b>{amountText(fen, u)}</b>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Roll({ data, query, u }: { data: ArrearsBlock; query: ReportQuery; u: Unit }) {
  const { roll } = data;
  const first = `${data.asOf.slice(0, 4)}-01-01`;
  const eve = `${Number(data.asOf.slice(0, 4)) - 1}-12-31`;
  const year = { dueFrom: first, dueTo: data.asOf };
  /** The list that adds up to each line. */
  const lists: Record<string, string> = {
    期初欠缴: behind('arrears', query, { asOf: eve, daysFrom: 0 }),
    往期补记与调整: behind('adjusted', query, { bookFrom: first, bookTo: data.asOf }),
    本年净应收: behind('receivable', query, year),
    本期收回: behind('settled', query, { bookFrom: first, bookTo: data.asOf, dueTo: data.asOf }),
    前期预收抵减: behind('settled', query, { ...year, bookFrom: FIRST_DAY, bookTo: eve }),
    当日到期: behind('arrears', query, { daysFrom: 0, daysTo: 0 }),
  };
  const rows: [string, string, number][] = [
    ['', '期初欠缴', roll.openingFen],
    ...(roll.adjustedFen === 0 ? [] : [['＋', '往期补记与调整', roll.adjustedFen] as [string, string, number]]),
    ['＋', '本年净应收', roll.netDueFen],
    ['－', '本期收回', roll.collectedFen],
    ['－', '前期预收抵减', roll.paidAheadFen],
    ['－', '当日到期', roll.dueTodayFen],
  ];
  return (
    <div>
      <h3>
        本年滚动 <span>{u}</span>
      </h3>
      <table className={look.roll}>
        <tbody>
          {rows.map(([sign, name, fen]) => (
            <tr key={name}>
              <th scope="row">
                <i>{sign}</i>
                {name}
              </th>
              <td>{lists[name] === undefined ? amountText(fen, u) : <Money fen={fen} unit={u} to={lists[name]} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">期末欠缴</th>
            <td>
              <Link to={behind('arrears', query)}>{amountText(roll.closingFen, u)}</Link>
            </td>
          </tr>
        </tfoot>
      </table>
      {data.agrees ? (
        <p className={look.agrees}>
          <CheckCircleOutlined aria-hidden />
          与台账核对一致
        </p>
      ) : (
        <p className={`${look.agrees} ${look.bad}`} role="alert">
          <WarningOutlined aria-hidden />
          与台账不一致，请到对账中心查看
        </p>
      )}
      <Can permission="fin:dunning:add">
        <Link to={behind('arrears', query)}>
          <Button icon={<SendOutlined aria-hidden />}>批量催缴</Button>
        </Link>
      </Can>
    </div>
  );
}

function Tenants({ data, query }: { data: ArrearsBlock; query: ReportQuery }) {
  const u = unit(data);
  if (data.arrearsFen === 0) {
    return <EmptyState kind="good" title={`截至 ${data.asOf} 无欠缴`} />;
  }
  return (
    <div className={look.arrears}>
      <div className={look.arrearsLead}>
        <div>
          <span className={look.leadName}>欠缴总额</span>
          <Headline fen={data.arrearsFen} unit={u} to={behind('arrears', query)} tone="bad" />
        </div>
        <dl>
          <dt>承租人</dt>
          <dd>
            <Link to={behind('arrears', query)}>{data.tenants} 户</Link>
          </dd>
        </dl>
        <dl>
          <dt>账单</dt>
          <dd>
            <Link to={behind('arrears', query)}>{data.bills} 笔</Link>
          </dd>
        </dl>
        <span className="sp" />
        <small>
          {data.dueTodayFen > 0 && <span>{`另有当日到期 ${amountText(data.dueTodayFen, u)} ${u}，未计入`}</span>}
          {data.overThreeYearsFen > 0 && (
            <span
              className={look.bad}
            >{`其中超过三年 ${amountText(data.overThreeYearsFen, u)} ${u}，注意诉讼时效`}</span>
          )}
        </small>
      </div>
      <Ages data={data} query={query} u={u} />
      <div className={look.twoParts}>
        <Ranking data={data} query={query} u={u} />
        <Roll data={data} query={query} u={u} />
      </div>
    </div>
  );
}

/** 欠缴金额统计: what tenants owe, and what units owe the treasury. */
export default function Arrears({ query }: { query: ReportQuery }) {
  const result = useBlock('qianJiao', query);
  const [tab, setTab] = useState<'tenants' | 'remit'>('tenants');
  const behindhand = result.data?.remittances.items.filter(({ owedFen }) => owedFen > 0).length ?? 0;
  return (
    <BlockCard
      flag="qianJiaoBlock"
      title="欠缴金额统计"
      result={result}
      source={{ name: 'qianJiao', query }}
      rows={12}
      tabs={
        <BlockTabs
          label="欠缴对象"
          tabs={[
            { key: 'tenants', label: '承租人欠缴' },
            { key: 'remit', label: <>上缴欠缴 {behindhand > 0 && <em>{behindhand}</em>}</> },
          ]}
          value={tab}
          onChange={setTab}
        />
      }
      table={(data) => ({
        head: ['账龄', `金额（${unit(data)}）`, '笔数'],
        rows: data.ageing.map(({ fen, bills }, place) => [
          place === 0 ? '未到期' : (AGES[place - 1] ?? ''),
          amountText(fen, unit(data)),
          bills,
        ]),
      })}
    >
      {(data) =>
        tab === 'tenants' ? (
          <Tenants data={data} query={query} />
        ) : (
          <RemittedBody data={data.remittances} facts={data} query={query} />
        )
      }
    </BlockCard>
  );
}
