import { type PaidLine, type SlipRow, SlipState } from '@/api/finance/slips';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { RECEIPT_METHODS } from '@/features/finance/labels';
import { periodText } from '@/features/finance/parts';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import type { PaperSize } from '@/ui/print/sizes';

/** Money for a deposit. */
const DEPOSIT = 2;

const LINES: readonly PaperColumn<PaidLine>[] = [
  { title: '项目', align: 'center', render: ({ kind }) => labelOf(BILL_KINDS, kind) },
  { title: '所属期间', align: 'center', render: ({ period }) => periodText(period) || '—' },
  { title: '账单号', align: 'center', render: ({ billNo }) => billNo },
  { title: '金额（元）', align: 'right', render: ({ amountFen }) => formatYuan(amountFen) },
];

/** «押金收据», «收款收据（补打）», «收款收据（作废）». */
export function titleOf({ purpose, state, prints }: SlipRow): string {
  const name = purpose === DEPOSIT ? '押金收据' : '收款收据';
  if (state === SlipState.Void) return `${name}（作废）`;
  return prints > 1 ? `${name}（补打）` : name;
}

/** What lies as credit or deposit, and the sum: lines below the bills. */
function after({ restFen, purpose, capitals, amountFen }: SlipRow): [React.ReactNode, React.ReactNode][] {
  const rest: [string, string][] =
    restFen === 0 ? [] : [[purpose === DEPOSIT ? '押金' : '转入预收', formatYuan(restFen)]];
  return [...rest, [`合计（大写）：${capitals}`, `￥${formatYuan(amountFen)}`]];
}

function Sheet({ slip }: { slip: SlipRow }) {
  const maker = usePaperMaker();
  const { slipNo, partyAName, payer, about, method, day, valueDate, receiptNo, lines, prints, voidReason } = slip;
  return (
    <PaperFrame
      unit={partyAName}
      title={titleOf(slip)}
      no={slipNo}
      label={slipNo}
      facts={[
        ['开具日期', day],
        ['收款单号', receiptNo],
      ]}
      signs={[['收款单位（盖章）'], ['会计', maker], ['出纳', slip.cashier], ['交款人']]}
    >
      <PaperPairs
        pairs={[
          ['交款单位', payer],
          ['收款方式', labelOf(RECEIPT_METHODS, method)],
          ['到账日期', valueDate],
          ['合同 · 房屋', about],
          ['作废原因', voidReason],
        ]}
      />
      <PaperTable columns={LINES} rows={lines} none="没有核销账单" after={after(slip)} />
      <p>{`本收据不作发票使用；票据或发票另行开具。第 ${prints} 次打印。`}</p>
    </PaperFrame>
  );
}

interface SlipPaperProps {
  slips: readonly SlipRow[];
  size: PaperSize;
  onClose: () => void;
}

/** 收据 on paper, each on a sheet of its own, or two to a page. */
export default function SlipPaper({ slips, size, onClose }: SlipPaperProps) {
  return (
    <Paper size={size} onClose={onClose}>
      {slips.map((slip) => (
        <Sheet key={slip.slipId} slip={slip} />
      ))}
    </Paper>
  );
}
