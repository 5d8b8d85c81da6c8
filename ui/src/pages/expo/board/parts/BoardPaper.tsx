import type { Board, BoardItem } from '@/api/exposure';
import { rateText } from '@/features/report/units';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';

const COLUMNS: readonly PaperColumn<BoardItem>[] = [
  { title: '对象', render: ({ name }) => name },
  { title: '甲方', render: ({ partyAName }) => partyAName },
  { title: '类型', align: 'center', render: ({ kindLabel }) => kindLabel },
  { title: '金额（元）', align: 'right', render: ({ fen }) => formatYuan(fen) },
  { title: '逾期天数', align: 'right', render: ({ days }) => days ?? '—' },
  { title: '曝光日期', align: 'center', render: ({ publishedAt }) => publishedAt },
  {
    ...{ title: '整改期限', align: 'center' },
    render: ({ deadline, late }) => `${deadline ?? '—'}${late ? '（已逾期）' : ''}`,
  },
];

interface BoardPaperProps {
  board: Board;
  /** The party A that was asked for; empty = all. */
  unit: string;
  onClose: () => void;
}

/** 曝光公示 on lying A4. */
export default function BoardPaper({ board, unit, onClose }: BoardPaperProps) {
  return (
    <Paper size="A4-lying" onClose={onClose}>
      <PaperFrame
        unit={unit}
        title="曝光公示"
        facts={[
          ['截　　至', board.asOf],
          ['曝 光 中', `${board.open} 条`],
          ['本年已整改', `${board.rectifiedThisYear} 条`],
          ['按期整改率', rateText(board.rectifyRate)],
        ]}
        signs={[['制表'], ['复核'], ['负责人']]}
      >
        <PaperTable numbered columns={COLUMNS} rows={board.items} none="暂无曝光信息" />
        <p data-keep="previous">自然人隐去名字；欠款结清、上缴或整改后自动撤出。</p>
      </PaperFrame>
    </Paper>
  );
}
