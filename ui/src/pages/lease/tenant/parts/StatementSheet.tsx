import type { Statement } from '@/api/finance/ledger';
import { formatYuan, NOTHING } from '@/lib/money';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';

interface Line {
  date: string;
  text: string;
  no: string;
  /** Makes the tenant owe more, or less. */
  moreFen: number | null;
  lessFen: number | null;
  balanceFen: number;
}

const COLUMNS: readonly PaperColumn<Line>[] = [
  { title: '日期', align: 'center', render: ({ date }) => date },
  { title: '摘要', width: '34%', render: ({ text }) => text },
  { title: '单号', align: 'center', render: ({ no }) => no || NOTHING },
  { title: '应缴增加（元）', align: 'right', render: ({ moreFen }) => formatYuan(moreFen) },
  { title: '应缴减少（元）', align: 'right', render: ({ lessFen }) => formatYuan(lessFen) },
  { title: '余额（元）', align: 'right', render: ({ balanceFen }) => formatYuan(balanceFen) },
];

/** What makes the tenant owe more stands in one column, what makes him owe less in the other. */
const linesOf = ({ from, openingFen, lines }: Statement): Line[] => [
  { ...{ date: from, text: '期初余额', no: '' }, ...{ moreFen: null, lessFen: null, balanceFen: openingFen } },
  ...lines.map(({ amountFen, ...line }) => ({
    ...line,
    moreFen: amountFen > 0 ? amountFen : null,
    lessFen: amountFen > 0 ? null : -amountFen,
  })),
];

const sum = (amounts: readonly (number | null)[]): number => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);

interface StatementSheetProps {
  statement: Statement;
  preview?: boolean;
}

/** 往来对账单 as it is printed. */
export function StatementSheet({ statement, preview = false }: StatementSheetProps) {
  const { tenantName, partyAName, from, to, closingFen, capitals } = statement;
  const maker = usePaperMaker();
  const lines = linesOf(statement);
  const totals = [sum(lines.map(({ moreFen }) => moreFen)), sum(lines.map(({ lessFen }) => lessFen)), closingFen];
  return (
    <PaperFrame
      preview={preview}
      unit={partyAName}
      title="往来对账单"
      no={statement.statementNo}
      facts={[
        ['承 租 人', tenantName],
        ['期　　间', `${from} 至 ${to}`],
        ['收款单位', partyAName || '全部收款单位'],
      ]}
      seals={[
        { role: '发出单位（盖章）', name: partyAName, lines: [`经办人：${maker}`] },
        { role: '承租人确认（盖章）', lines: ['□ 相符　　□ 不符，差额及原因：'] },
      ]}
    >
      <PaperTable columns={COLUMNS} rows={lines} totals={['', '', '', ...totals.map(formatYuan)]} />
      <p data-keep="previous">
        本期应缴 {formatYuan(statement.chargedFen)} 元，减免 {formatYuan(statement.waivedFen)} 元，收款{' '}
        {formatYuan(statement.receivedFen)} 元，退款 {formatYuan(statement.refundedFen)} 元。
      </p>
      <p data-keep="previous">
        期末{closingFen < 0 ? '预收' : '应缴'}余额 <b>{formatYuan(Math.abs(closingFen))}</b>
        {` 元（大写 ${capitals}）。余额为负表示预收，押金另行对账。`}
      </p>
      <p data-keep="previous">请核对。如有不符，请于收到之日起 7 日内与我单位联系。</p>
    </PaperFrame>
  );
}
