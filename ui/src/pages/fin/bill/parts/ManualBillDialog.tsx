import { App, Form, Select } from 'antd';
import { addBill, type ManualBill } from '@/api/books';
import { BillKind } from '@/api/generated/enums';
import { DeedWay } from '@/features/approvals/DeedWay';
import { saidOf } from '@/features/approvals/saidOf';
import { DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { LeaseSelect } from '@/features/choices/registers';
import { MANUAL_KINDS } from '@/features/money/labels';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { numeric } from '@/ui/NumberInput';

interface Values extends Omit<ManualBill, 'period'> {
  from?: string;
  to?: string;
}

/** What the way of a bill may depend on. */
const ASKED: (keyof ManualBill)[] = ['leaseId', 'kind', 'amountFen', 'dueDate'];

/** Which way the bill goes where somebody decides about it; nothing before one knows whose it is. */
function Way({ asked: { leaseId, kind = BillKind.Water, amountFen = 0, dueDate = today() } }: WayProps) {
  if (leaseId === undefined) return null;
  return (
    <DeedWay
      process="bill_adjust"
      bizId={0}
      payload={{ new: { leaseId, kind, amountFen, dueDate, remark: '' } satisfies ManualBill }}
    />
  );
}

interface WayProps {
  asked: Partial<ManualBill>;
}

interface ManualBillDialogProps {
  onClose: () => void;
}

/** A bill by hand: water and power, penalty, damage. */
export default function ManualBillDialog({ onClose }: ManualBillDialogProps) {
  const { message } = App.useApp();
  const save = async ({ from, to, ...values }: Values) => {
    const answer = await addBill({ ...values, ...(from && to && { period: { from, to } }) });
    void message.success(saidOf(answer, '已开具账单'));
  };
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
      <Form.Item name="amountFen" label="金额" rules={numeric('金额')}>
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
      <Form.Item noStyle dependencies={ASKED}>
        {({ getFieldsValue }) => <Way asked={getFieldsValue(ASKED) as Partial<ManualBill>} />}
      </Form.Item>
      <Form.Item name="remark" label="事由" className={styles.wide} rules={[requiredText('事由')]}>
        <RemarkInput />
      </Form.Item>
    </FormDialog>
  );
}
