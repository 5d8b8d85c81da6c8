import { Form, Input, Radio } from 'antd';
import type { ReceiptRow, ReverseForm } from '@/api/finance/ledger';
import { ReversalKind } from '@/api/generated/enums';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { REVERSAL_KINDS } from '@/features/finance/labels';
import { formatYuan } from '@/lib/money';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

type Values = Pick<ReverseForm, 'kind' | 'reason'>;

interface ReverseDialogProps {
  receipt: Pick<
    ReceiptRow,
    'receiptId' | 'version' | 'receiptNo' | 'tenantName' | 'payerName' | 'amountFen' | 'valueDate'
  >;
  /** What is proposed as the reason. */
  reason?: string;
  onClose: () => void;
  /** Instead of `onClose` where it matters that it was done or sent. */
  onSaved?: () => void;
}

/** 冲销: takes a receipt back by mirror rows; the bills it paid are open again. */
export default function ReverseDialog({ receipt, reason = '', onClose, onSaved = onClose }: ReverseDialogProps) {
  const submission = useSubmission();
  const { receiptId: id, version, receiptNo } = receipt;
  const save = (values: Values) =>
    submission.offer({
      process: 'receipt_reversal',
      bizId: id,
      payload: { id, version, ...values } satisfies ReverseForm,
      title: `冲销收款 ${receiptNo}`,
      said: WAITS,
      done: '收款已冲销',
    });
  return (
    <FormDialog<Values>
      title={`冲销收款 ${receiptNo}`}
      initial={{ kind: ReversalKind.Bounced, reason }}
      save={save}
      onClose={onClose}
      onSaved={onSaved}
      okText="冲销"
      width={520}
    >
      <p className={`${styles.wide} t2`}>
        {receipt.tenantName || receipt.payerName}，{formatYuan(receipt.amountFen)} 元，{receipt.valueDate}{' '}
        到账。冲销记在今天，已核销的账单恢复为未缴；冲销不能撤回。
      </p>
      <Form.Item name="kind" label="冲销类型" className={styles.wide}>
        <Radio.Group options={[...REVERSAL_KINDS]} />
      </Form.Item>
      <Form.Item name="reason" label="冲销原因" className={styles.wide} rules={[requiredText('冲销原因')]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
      {submission.dialog}
    </FormDialog>
  );
}
