import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { AreaMeasure, AreaShareBlock, ReportQuery } from '@/api/stat';
import { parseArea } from '@/lib/money';
import { Can } from '@/ui/Can';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { ringOf } from '../charts';
import { behind } from '../links';
import { look } from '../look';
import { plateStyle } from '../plateColour';
import { areaIn, areaUnitOf, rateText } from '../units';
import { useBlock } from '../useBlock';

const MEASURES: { value: AreaMeasure; label: string }[] = [
  { value: 'building', label: '建筑' },
  { value: 'lettable', label: '可出租' },
  { value: 'let', label: '已出租' },
];

function Body({ data, measure, query }: { data: AreaShareBlock; measure: AreaMeasure; query: ReportQuery }) {
  const { totalM2, items } = data.measures[measure];
  const u = areaUnitOf(totalM2);
  const option = useMemo(
    () =>
      ringOf(
        items.map(({ name, areaM2, color }) => ({
          name,
          color,
          value: (parseArea(areaM2) ?? 0) / (u === '㎡' ? 100 : 1_000_000),
        })),
        u,
      ),
    [items, u],
  );
  return (
    <div className={look.shares}>
      <div className={look.ring}>
        <Chart label="各板块面积占比" option={option} height={172} />
        <p>
          <b>{areaIn(totalM2, u)}</b>
          {u}
        </p>
      </div>
      <table>
        <caption className="sr-only">各板块面积</caption>
        <tbody>
          {items.map(({ plateId, name, color, areaM2, share }) => (
            <tr key={plateId}>
              <th scope="row" title={name}>
                <i style={{ background: plateStyle(color) }} aria-hidden />
                {name}
              </th>
              <td>
                {/* the rest 其他 is of several plates: no address adds up to it */}
                {plateId > 0 ? (
                  <Link to={behind('occupancy', query, { plateId })}>{areaIn(areaM2, u)}</Link>
                ) : (
                  areaIn(areaM2, u)
                )}
              </td>
              <td className="t2">{rateText(share)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计 {u}</th>
            <td>
              <Link to={behind('occupancy', query)}>{areaIn(totalM2, u)}</Link>
            </td>
            <td>100.00%</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** 板块资产面积 as shares. */
export default function AreaShares({ query }: { query: ReportQuery }) {
  const result = useBlock('plateAssetAreaPie', query);
  const [measure, setMeasure] = useState<AreaMeasure>('building');
  return (
    <BlockCard
      flag="plateAssetAreaPieBlock"
      title="板块资产面积"
      result={result}
      source={{ name: 'plateAssetAreaPie', query }}
      empty={({ measures }) => (measures.building.items.length === 0 ? <NoAssets /> : null)}
      extra={<Segmented size="small" aria-label="面积口径" options={MEASURES} value={measure} onChange={setMeasure} />}
    >
      {(data) => <Body data={data} measure={measure} query={query} />}
    </BlockCard>
  );
}

/** Who may add assets is shown the way; everybody is told that the data scope may be why. */
export const NoAssets = () => (
  <EmptyState
    kind="empty"
    title="暂无资产"
    text="只统计您数据范围内的资产；如应有数据，请联系管理员核对部门和角色"
    action={
      <Can permission="asset:asset:add">
        <Link to="/asset/asset">
          <Button type="primary">去登记</Button>
        </Link>
      </Can>
    }
  />
);
