import { Form, Input } from 'antd';
import type { BillRow } from '@/api/finance/ledger';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { formatYuan } from '@/lib/money';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface VoidDialogProps {
  bill: BillRow;
  onClose: () => void;
}

/** Takes a bill out of the books, with the reason. */
export default function VoidDialog({ bill, onClose }: VoidDialogProps) {
  const submission = useSubmission();
  const { billId: id, version, billNo } = bill;
  const save = ({ reason }: { reason: string }) =>
    submission.offer({
      process: 'bill_adjust',
      bizId: id,
      payload: { void: { id, version, reason } },
      title: `作废账单 ${billNo}`,
      said: WAITS,
      done: '账单已作废',
    });
  return (
    <FormDialog<{ reason: string }>
      title={`作废账单 ${bill.billNo}`}
      initial={{}}
      save={save}
      onClose={onClose}
      okText="作废"
      width={480}
    >
      <p className={`${styles.wide} t2`}>
        {bill.tenantName}，{formatYuan(bill.amountFen)} 元，应缴日 {bill.dueDate}。作废后不能恢复。
      </p>
      <Form.Item name="reason" label="作废原因" className={styles.wide} rules={[requiredText('作废原因')]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
      {submission.dialog}
    </FormDialog>
  );
}
