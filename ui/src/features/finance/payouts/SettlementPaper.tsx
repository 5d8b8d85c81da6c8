import type { SettlementSheet, SheetBill } from '@/api/finance/payout';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { blockedBy, nettingOf, partiesOf, resultOf, whereTo } from './SettlementView';

const BILLS: readonly PaperColumn<SheetBill>[] = [
  { title: '未缴账单', align: 'center', render: ({ billNo }) => billNo },
  { title: '费用', render: ({ kind }) => labelOf(BILL_KINDS, kind) },
  { title: '应缴日', align: 'center', render: ({ dueDate }) => dueDate },
  { title: '未缴（元）', align: 'right', render: ({ openFen }) => formatYuan(openFen) },
  { title: '预收抵扣（元）', align: 'right', render: ({ fromCreditFen }) => formatYuan(fromCreditFen) },
  { title: '押金抵扣（元）', align: 'right', render: ({ fromDepositFen }) => formatYuan(fromDepositFen) },
];

const NETTING: readonly PaperColumn<readonly [name: string, amount: string]>[] = [
  { title: '结算项目', width: '60%', render: ([name]) => name },
  { title: '金额（元）', align: 'right', render: ([, amount]) => amount },
];

/** 退租结算单 on A4: what both sides sign. */
export default function SettlementPaper({ told, onClose }: { told: SettlementSheet; onClose: () => void }) {
  const { sheet, document } = told;
  const blocked = blockedBy(told);
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        unit={told.partyAName}
        title="退租结算单"
        no={document?.settlementNo}
        seals={[
          { role: '甲方（盖章）', name: told.partyAName, lines: ['经办人：'] },
          { role: '乙方（签字或盖章）', name: told.tenantName },
        ]}
      >
        <PaperPairs pairs={partiesOf(told).filter(([name]) => name !== '结算单')} />
        <PaperTable columns={BILLS} rows={sheet.bills} none="没有未缴账单" />
        <PaperTable columns={NETTING} rows={nettingOf(sheet)} after={blocked ? [] : [resultOf(sheet)]} />
        {blocked ? <p>尚不能结算：{blocked}</p> : <PaperPairs pairs={whereTo(sheet)} />}
      </PaperFrame>
    </Paper>
  );
}
