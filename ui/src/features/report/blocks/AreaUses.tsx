import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AreaUse, AreaUseBlock, ReportQuery } from '@/api/stat';
import { parseArea } from '@/lib/money';
import { BlockCard } from '../BlockCard';
import { Legend } from '../Legend';
import { behind } from '../links';
import { look } from '../look';
import { type AreaUnit, areaIn, areaUnitOf, rateText } from '../units';
import { useBlock } from '../useBlock';
import { NoAssets } from './AreaShares';

const USES = [
  { key: 'letM2', name: '已出租', className: look.useLet },
  { key: 'vacantM2', name: '空置', className: look.useVacant },
  { key: 'ownM2', name: '自用', className: look.useOwn },
  { key: 'lentM2', name: '出借', className: look.useLent },
  { key: 'otherM2', name: '维修及不可租', className: look.useOther },
] as const;
type By = 'plates' | 'parties';

const whole = (row: AreaUse): number => USES.reduce((sum, { key }) => sum + (parseArea(row[key]) ?? 0), 0);
const unit = (data: AreaUseBlock): AreaUnit => areaUnitOf(data.total.lettableM2, data.total.vacantM2);

function Bar({ row, most, u }: { row: AreaUse; most: number; u: AreaUnit }) {
  const text = USES.map(({ key, name }) => `${name} ${areaIn(row[key], u)} ${u}`).join('，');
  return (
    <div className={look.useBar} role="img" aria-label={text} title={text}>
      {USES.map(({ key, className }) => {
        const share = most === 0 ? 0 : ((parseArea(row[key]) ?? 0) / most) * 100;
        return share > 0 && <i key={key} className={className} style={{ width: `${share}%` }} />;
      })}
    </div>
  );
}

function Body({ data, by, query }: { data: AreaUseBlock; by: By; query: ReportQuery }) {
  const u = unit(data);
  const rows = data[by];
  const most = Math.max(...rows.map(whole), 0);
  const link = (row: AreaUse, extra = {}) =>
    behind('occupancy', query, { [by === 'plates' ? 'plateId' : 'partyAId']: row.id, ...extra });
  return (
    <div className={look.uses}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by === 'plates' ? '板块' : '甲方'}</th>
            <td>
              <Legend
                items={[
                  { name: '已出租', token: '--due' },
                  { name: '空置', token: '--warn-f', mark: 'hatch' },
                  { name: '自用', token: '--vi-g', mark: 'rows' },
                  { name: '出借', token: '--cy-g', mark: 'grain' },
                  { name: '维修及不可租', token: '--gr-g', mark: 'columns' },
                ]}
              />
            </td>
            <th scope="col">可出租 {u}</th>
            <th scope="col">空置 {u}</th>
            <th scope="col">出租率</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" title={row.name}>
                {row.name}
              </th>
              <td>
                <Bar row={row} most={most} u={u} />
              </td>
              <td>
                <Link to={link(row)}>{areaIn(row.lettableM2, u)}</Link>
              </td>
              <td>
                <Link to={link(row, { use: 'vacant' })}>{areaIn(row.vacantM2, u)}</Link>
              </td>
              <td>
                <b>{rateText(row.rate)}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td />
            <td>
              <Link to={behind('occupancy', query)}>{areaIn(data.total.lettableM2, u)}</Link>
            </td>
            <td>
              <Link to={behind('occupancy', query, { use: 'vacant' })}>{areaIn(data.total.vacantM2, u)}</Link>
            </td>
            <td>{rateText(data.total.rate)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** 板块资产面积 by use, with the rate of what is let. */
export default function AreaUses({ query }: { query: ReportQuery }) {
  const result = useBlock('plateAssetArea', query);
  const [by, setBy] = useState<By>('plates');
  return (
    <BlockCard
      flag="plateAssetAreaBlock"
      title="板块资产面积（出租状态）"
      result={result}
      source={{ name: 'plateAssetArea', query }}
      empty={({ plates }) => (plates.length === 0 ? <NoAssets /> : null)}
      extra={
        <Segmented
          size="small"
          aria-label="分组"
          options={[
            { value: 'plates', label: '按板块' },
            { value: 'parties', label: '按甲方' },
          ]}
          value={by}
          onChange={setBy}
        />
      }
      table={(data) => ({
        head: ['名称', ...USES.map(({ name }) => `${name}（${unit(data)}）`), '出租率'],
        rows: [...data[by], data.total].map((row) => [
          row.name,
          ...USES.map(({ key }) => areaIn(row[key], unit(data))),
          rateText(row.rate),
        ]),
      })}
    >
      {(data) => <Body data={data} by={by} query={query} />}
    </BlockCard>
  );
}
