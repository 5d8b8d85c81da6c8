import type { Overview } from '@/api/stat';
import { rateText } from '@/features/report/units';
import { formatWan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { signed } from './signed';

/** Units that have a line. */
const UNITS = 12;

interface Figure {
  name: string;
  now: string;
  lastMonth: string;
  lastYear: string;
  year: string;
}

const FIGURES: readonly PaperColumn<Figure>[] = [
  { title: '指标', render: ({ name }) => name },
  { title: '本月到今天', align: 'right', render: ({ now }) => now },
  { title: '上月同期', align: 'right', render: ({ lastMonth }) => lastMonth },
  { title: '去年同期', align: 'right', render: ({ lastYear }) => lastYear },
  { title: '本年', align: 'right', render: ({ year }) => year },
];

const figuresOf = ({ month, lastMonth, lastYear, year }: Overview): Figure[] => {
  const line = (name: string, of: (figures: Overview['lastMonth']) => string, now: string, inYear: string): Figure => ({
    ...{ name, now, year: inYear, lastMonth: of(lastMonth), lastYear: of(lastYear) },
  });
  return [
    line('应收（万元）', (of) => formatWan(of.netDueFen), formatWan(month.netDueFen), formatWan(year.netDueFen)),
    line(
      '实收（当期应收，万元）',
      (of) => formatWan(of.collectedFen),
      formatWan(month.collectedFen),
      formatWan(year.collectedFen),
    ),
    line('收缴率', (of) => rateText(of.rate), rateText(month.rate), ''),
  ];
};

const MOVES: readonly PaperColumn<Overview['units'][number]>[] = [
  { title: '单位', width: '36%', render: ({ name }) => name },
  { title: '欠缴', align: 'right', render: ({ arrearsFen }) => formatWan(arrearsFen) },
  { title: '变化', align: 'right', render: ({ movedFen }) => signed(movedFen) },
  { title: '新到期未缴', align: 'right', render: ({ fellDueFen }) => formatWan(fellDueFen) },
  { title: '收回及减免', align: 'right', render: ({ clearedFen }) => formatWan(clearedFen) },
];

const DEBTORS: readonly PaperColumn<Overview['debtors'][number]>[] = [
  { title: '乙方', width: '60%', render: ({ name }) => name },
  { title: '账单', align: 'right', render: ({ bills }) => `${bills} 张` },
  { title: '欠缴（万元）', align: 'right', render: ({ fen }) => formatWan(fen) },
];

/** 经营概览 on one sheet: four figures, what moved most, who owes most. */
export default function OverviewPaper({ data, onClose }: { data: Overview; onClose: () => void }) {
  const rest = data.units.slice(UNITS);
  return (
    <Paper onClose={onClose}>
      <PaperFrame title="资产租金收缴情况" facts={[['截　　至', data.asOf]]} signs={[['制表'], ['复核'], ['负责人']]}>
        <PaperTable columns={FIGURES} rows={figuresOf(data)} />
        <p>
          欠缴 {formatWan(data.arrearsFen)} 万元，比上周末 {signed(data.arrearsFen - data.arrearsThenFen)} 万元；逾期 90
          天以上 {formatWan(data.over90Fen)} 万元，涉及 {data.tenants} 户。收缴率目标 {rateText(data.targetRate)}。
        </p>
        <h3>{`本周变化最大（欠缴，万元，比 ${data.weekEnd.slice(5)}）`}</h3>
        <PaperTable columns={MOVES} rows={data.units.slice(0, UNITS)} />
        {rest.length > 0 && <p>{`其余 ${rest.length} 家未列出`}</p>}
        <h3>欠缴最多</h3>
        <PaperTable numbered columns={DEBTORS} rows={data.debtors} />
      </PaperFrame>
    </Paper>
  );
}
