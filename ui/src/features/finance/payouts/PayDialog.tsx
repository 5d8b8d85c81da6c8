import { App, Form } from 'antd';
import type { PayoutCalls, PayoutRow } from '@/api/finance/payout';
import { DayInput } from '@/features/business/fields';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface PayDialogProps {
  row: PayoutRow;
  calls: Pick<PayoutCalls, 'pay'>;
  onClose: () => void;
}

/** Marks an approved document as paid on a day of the bank. */
export default function PayDialog({ row, calls, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const save = async ({ paidDate }: { paidDate: string }) => {
    await calls.pay({ id: row.payoutId, version: row.version, paidDate });
    void message.success('已登记付款');
  };
  return (
    <FormDialog<{ paidDate: string }>
      title={`登记付款：${row.payoutNo}`}
      initial={{ paidDate: today() }}
      save={save}
      onClose={onClose}
      width={480}
      okText="登记付款"
    >
      <p className={`${styles.wide} t2`}>{`向“${row.payee}”付款 ${formatYuan(row.amountFen)} 元`}</p>
      <Form.Item name="paidDate" label="付款日期" rules={[requiredChoice('付款日期')]}>
        <DayInput />
      </Form.Item>
    </FormDialog>
  );
}
