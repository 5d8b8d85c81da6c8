import { Button } from 'antd';
import { useState } from 'react';
import type { BankReversal, UndoneReceipt } from '@/api/finance/bank';
import { formatYuan } from '@/lib/money';
import { useCan } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import styles from './bank.module.css';
import ReverseDialog from './ReverseDialog';

interface ProposedProps {
  receipt: UndoneReceipt;
  sent: boolean;
  onReverse: () => void;
}

/** The receipt that a line undoes, and what can be done about it. */
function Proposed({ receipt, sent, onReverse }: ProposedProps) {
  const mayReverse = useCan()(['fin:receipt:reverse']);
  const { receiptNo, valueDate, tenantName, payerName, isNew, isReversed, own } = receipt;
  const named = (
    <span>
      对应收款 {receiptNo}（{tenantName || payerName}，{valueDate} 到账）
    </span>
  );
  if (isNew) return <span>对应本文件中 {valueDate} 的收款，导入后可以冲销</span>;
  if (isReversed || sent) {
    return (
      <>
        {named}
        <StateTag tone="ok">{isReversed ? '已冲销' : '已提交冲销'}</StateTag>
      </>
    );
  }
  return (
    <>
      {named}
      {mayReverse && !own ? (
        <Button size="small" danger onClick={onReverse}>
          冲销
        </Button>
      ) : (
        <span className="t2">{own ? '录入人不能冲销，' : ''}请由其他有冲销权限的人员在收款登记中冲销</span>
      )}
    </>
  );
}

/** Lines that undo others 冲正: each with the receipt that it undoes. */
export function BankReversals({ reversals }: { reversals: readonly BankReversal[] }) {
  const [asked, setAsked] = useState<BankReversal | null>(null);
  const [sent, setSent] = useState<readonly number[]>([]);
  const receipt = asked?.receipt;
  return (
    <section aria-label="冲正和退汇" className={styles.bankReversals}>
      <strong>冲正和退汇 {reversals.length} 笔</strong>
      <ul>
        {reversals.map((line) => (
          <li key={line.row}>
            <span>
              第 {line.row} 行 {line.when} -{formatYuan(line.amountFen)} {line.payerName}
              {line.memo && <small className="t2"> {line.memo}</small>}
            </span>
            {line.receipt ? (
              <Proposed
                receipt={line.receipt}
                sent={sent.includes(line.receipt.receiptId)}
                onReverse={() => setAsked(line)}
              />
            ) : (
              <span className="t2">没有找到对应的收款</span>
            )}
          </li>
        ))}
      </ul>
      {asked && receipt && (
        <ReverseDialog
          receipt={receipt}
          reason={`银行冲正（流水 ${asked.when}）`}
          onClose={() => setAsked(null)}
          onSaved={() => {
            setSent([...sent, receipt.receiptId]);
            setAsked(null);
          }}
        />
      )}
    </section>
  );
}
