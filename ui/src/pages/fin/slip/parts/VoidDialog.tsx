import { Form, Input } from 'antd';
import { type SlipRow, voidSlip } from '@/api/finance/slips';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

/** 作废: the slip stays in the register with its number, and the money can be given another one. */
export default function VoidDialog({ slip, onClose }: { slip: SlipRow; onClose: () => void }) {
  return (
    <FormDialog<{ reason: string }>
      title={`作废收据 ${slip.slipNo}`}
      initial={{}}
      save={({ reason }) => voidSlip(slip, reason)}
      onClose={onClose}
      okText="作废"
      width={520}
    >
      <Form.Item
        name="reason"
        label="作废原因"
        className={styles.wide}
        rules={[requiredText('作废原因')]}
        extra="请收回已交出的收据。作废的收据保留编号和原因，这笔收款可以重新开具。"
      >
        <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
