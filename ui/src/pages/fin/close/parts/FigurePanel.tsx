import { keepPreviousData } from '@tanstack/react-query';
import { DatePicker, InputNumber, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useCallback, useState } from 'react';
import { type Figures, figuresQuery } from '@/api/finance/payout';
import { PartyASelect, PlateSelect } from '@/features/choices/lists';
import { rateText } from '@/features/finance/payouts/labels';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { Chart, type Palette } from '@/ui/Chart';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './close.module.css';

interface Question {
  year: number;
  asOf: string;
  partyAId?: number | undefined;
  plateId?: number | undefined;
}

const AGES = ['未到期', '1–30天', '31–60天', '61–90天', '91–180天', '181–365天', '365天以上'];
const DAY = 'YYYY-MM-DD';

type Line = readonly [name: string, value: string, total?: boolean];

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.figureLines}>
        {lines.map(([name, value, total]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={total ? styles.total : ''}>{name}</dt>
            <dd className={total ? styles.total : ''}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AgeChart({ bucketsFen }: { bucketsFen: readonly number[] }) {
  const option = useCallback(
    (palette: Palette) => ({
      grid: { left: 8, right: 16, top: 24, bottom: 8, containLabel: true },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (yuan: number) => `${formatYuan(Math.round(yuan * 100))} 元`,
      },
      xAxis: {
        type: 'category',
        data: AGES,
        axisLine: { lineStyle: { color: palette.line } },
        axisLabel: { color: palette.caption, interval: 0, hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        name: '元',
        nameTextStyle: { color: palette.caption },
        splitLine: { lineStyle: { color: palette.grid } },
        axisLabel: { color: palette.caption },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 40,
          // fen are drawn as yuan; figures are written from the fen
          data: bucketsFen.map((fen, index) => ({
            value: fen / 100,
            itemStyle: { color: index === 0 ? palette.series[0] : index < 5 ? palette.warn : palette.bad },
          })),
        },
      ],
    }),
    [bucketsFen],
  );
  const told = AGES.map((name, index) => `${name} ${formatYuan(bucketsFen[index])} 元`).join('，');
  return <Chart label={`账龄：${told}`} option={option} height={240} />;
}

function Shown({ told }: { told: Figures }) {
  const { collection, received, ageing, remitted } = told;
  return (
    <>
      <div className={styles.figureCards}>
        <Lines
          title="应收与收缴率（元）"
          lines={[
            ['应收', formatYuan(collection.dueFen)],
            ['减免', formatYuan(collection.waivedFen)],
            ['应收净额', formatYuan(collection.netDueFen), true],
            ['已收', formatYuan(collection.collectedFen)],
            ['其中按期', formatYuan(collection.inTimeFen)],
            ['收缴率（全部费用）', rateText(collection.rate), true],
          ]}
        />
        <Lines
          title="实收（元）"
          lines={[
            ['本期', formatYuan(received.currentFen)],
            ['追缴往期', formatYuan(received.earlierFen)],
            ['预收', formatYuan(received.aheadFen)],
            ['待认领', formatYuan(received.unclaimedFen)],
            ['实收合计', formatYuan(received.totalFen), true],
          ]}
        />
        <Lines
          title="欠缴（元）"
          lines={[
            ['欠缴金额', formatYuan(ageing.arrearsFen), true],
            ['欠缴账单', `${ageing.bills} 张`],
            ['欠缴乙方', `${ageing.tenants} 户`],
            ['三年以上', formatYuan(ageing.overThreeYearsFen)],
            ['未抵扣预收', formatYuan(ageing.creditFen)],
          ]}
        />
        <Lines
          title="上缴（元）"
          lines={[
            ['应上缴', formatYuan(remitted.shouldFen)],
            ['已上缴', formatYuan(remitted.handedFen)],
            [remitted.owedFen < 0 ? '多缴' : '欠缴', formatYuan(Math.abs(remitted.owedFen)), true],
            ['上缴率', rateText(remitted.rate)],
          ]}
        />
      </div>
      <section className={styles.ageChart}>
        <h3>账龄（截至 {told.asOf}）</h3>
        <AgeChart bucketsFen={ageing.bucketsFen} />
      </section>
    </>
  );
}

/** 收缴指标: the figures of the books for a year up to a day. */
export function FigurePanel() {
  const now = dayjs(today());
  const [asked, setAsked] = useState<Question>({ year: now.year(), asOf: now.format(DAY) });
  const { data, error, refetch } = useQuery({
    ...figuresQuery({ ...asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const ask = (part: Partial<Question>) => setAsked({ ...asked, ...part });
  return (
    <>
      <div className={styles.booksTools}>
        <InputNumber
          aria-label="年份"
          value={asked.year}
          min={1990}
          max={2200}
          precision={0}
          suffix="年"
          onChange={(year) => year && ask({ year })}
        />
        <DatePicker
          aria-label="统计截至"
          allowClear={false}
          value={dayjs(asked.asOf)}
          onChange={(day) => day && ask({ asOf: day.format(DAY) })}
        />
        <PartyASelect
          aria-label="甲方"
          placeholder="全部甲方"
          allowClear
          onChange={(partyAId?: number) => ask({ partyAId })}
        />
        <PlateSelect
          aria-label="板块"
          placeholder="全部板块"
          allowClear
          onChange={(plateId?: number) => ask({ plateId })}
        />
      </div>
      {error ? <LoadFailed title="指标加载失败" error={error} retry={refetch} /> : null}
      {!error && !data && <Skeleton active paragraph={{ rows: 8 }} />}
      {!error && data && <Shown told={data} />}
    </>
  );
}
