import { Form, Select } from 'antd';
import type { ManualBill } from '@/api/finance/ledger';
import { BillKind } from '@/api/generated/enums';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { LeaseSelect } from '@/features/choices/registers';
import { MANUAL_KINDS } from '@/features/finance/labels';
import { requiredChoice, requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';

interface Values extends Omit<ManualBill, 'period'> {
  from?: string;
  to?: string;
}

interface ManualBillDialogProps {
  onClose: () => void;
}

/** A bill by hand: water and power, penalty, damage. */
export default function ManualBillDialog({ onClose }: ManualBillDialogProps) {
  const submission = useSubmission();
  const save = ({ from, to, ...values }: Values) =>
    submission.offer({
      process: 'bill_adjust',
      bizId: 0,
      payload: { new: { ...values, ...(from && to && { period: { from, to } }) } satisfies ManualBill },
      title: '新增手工账单',
      said: WAITS,
      done: '已开具账单',
    });
  const both = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: () =>
      Boolean(getFieldValue('from')) === Boolean(getFieldValue('to'))
        ? Promise.resolve()
        : Promise.reject(new Error('账期的起止日期须同时填写')),
  });
  return (
    <FormDialog<Values> title="新增手工账单" initial={{ kind: BillKind.Water }} save={save} onClose={onClose}>
      <Form.Item name="leaseId" label="合同" className={styles.wide} rules={[requiredChoice('合同')]}>
        <LeaseSelect />
      </Form.Item>
      <Form.Item name="kind" label="费用" rules={[requiredChoice('费用')]}>
        <Select options={[...MANUAL_KINDS]} />
      </Form.Item>
      <Form.Item name="amountFen" label="金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="from" label="账期开始（可不填）">
        <DayInput />
      </Form.Item>
      <Form.Item name="to" label="账期结束（可不填）" dependencies={['from']} rules={[both]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="dueDate" label="应缴日" rules={[requiredChoice('应缴日')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="remark" label="事由" className={styles.wide} rules={[requiredText('事由')]}>
        <RemarkInput />
      </Form.Item>
      {submission.dialog}
    </FormDialog>
  );
}
