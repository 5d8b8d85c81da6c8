import { App, Form, type FormInstance, Input, Select } from 'antd';
import { addDunning, type DunningForm } from '@/api/finance/dunning';
import type { BillRow } from '@/api/finance/ledger';
import { Channel } from '@/api/generated/enums';
import { DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { formatYuan } from '@/lib/money';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { AmountCell } from '@/ui/AmountCell';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { numeric } from '@/ui/NumberInput';
import { SmallTable } from '@/ui/SmallTable';
import { CHANNELS } from './labels';

/** An open bill, as far as asking for it needs it. */
export type AskedBill = Pick<
  BillRow,
  'billId' | 'billNo' | 'dueDate' | 'outstandingFen' | 'tenantName' | 'partyAId' | 'partyAName'
>;

interface Values extends Omit<DunningForm, 'billIds' | 'promise' | 'files'> {
  partyAId: number;
  promiseDay?: string;
  promiseFen?: number;
  files?: string;
}

interface DunningDialogProps {
  /** Open bills of one tenant; a record is about one party A. */
  bills: readonly AskedBill[];
  onClose: () => void;
}

function Bills({ bills }: { bills: readonly AskedBill[] }) {
  return (
    <SmallTable<AskedBill>
      className={styles.wide}
      rowKey="billId"
      paged={10}
      rows={bills}
      columns={[
        { title: '账单编号', dataIndex: 'billNo' },
        { title: '应缴日', width: 120, dataIndex: 'dueDate' },
        {
          title: '未缴（元）',
          width: 140,
          align: 'right',
          render: (_v, { outstandingFen }) => <AmountCell fen={outstandingFen} />,
        },
      ]}
    />
  );
}

function Fields({ form, bills }: { form: FormInstance<Values>; bills: readonly AskedBill[] }) {
  const partyAId = Form.useWatch('partyAId', form);
  const asked = bills.filter((bill) => bill.partyAId === partyAId);
  const parties = [...new Map(bills.map((bill) => [bill.partyAId, bill.partyAName]))];
  const openFen = asked.reduce((sum, { outstandingFen }) => sum + outstandingFen, 0);
  const both = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: () =>
      Boolean(getFieldValue('promiseDay')) === Boolean(getFieldValue('promiseFen'))
        ? Promise.resolve()
        : Promise.reject(new Error('承诺缴款日和承诺金额须同时填写')),
  });
  return (
    <>
      <p className={styles.wide}>
        {bills[0]?.tenantName}，{asked.length} 张账单，未缴合计 <b>{formatYuan(openFen)}</b> 元
      </p>
      <Form.Item name="partyAId" label="甲方" className={styles.wide} hidden={parties.length < 2}>
        <Select options={parties.map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Bills bills={asked} />
      <Form.Item name="channel" label="催缴方式" rules={[requiredChoice('催缴方式')]}>
        <Select options={[...CHANNELS]} />
      </Form.Item>
      <Form.Item name="day" label="催缴日期" rules={[requiredChoice('催缴日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="person" label="联系人">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="said" label="催缴情况" className={styles.wide} rules={[requiredText('催缴情况')]}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item name="promiseDay" label="承诺缴款日（没有不填）">
        <DayInput />
      </Form.Item>
      <Form.Item name="promiseFen" label="承诺金额" dependencies={['promiseDay']} rules={[...numeric(), both]}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
      <Form.Item name="files" label="附件（照片、签收的函件）" className={styles.wide}>
        <RecordFiles />
      </Form.Item>
    </>
  );
}

/** Writes down that a tenant was asked for his arrears, and what he promised. */
export default function DunningDialog({ bills, onClose }: DunningDialogProps) {
  const { message } = App.useApp();
  const save = async ({ partyAId, promiseDay, promiseFen, files, ...values }: Values) => {
    await addDunning({
      ...values,
      billIds: bills.filter((bill) => bill.partyAId === partyAId).map(({ billId }) => billId),
      ...(promiseDay && promiseFen && { promise: { day: promiseDay, amountFen: promiseFen } }),
      files: fileIds(files),
    });
    void message.success('催缴记录已登记');
  };
  const initial: Partial<Values> = {
    channel: Channel.Call,
    day: today(),
    ...(bills[0] && { partyAId: bills[0].partyAId }),
  };
  return (
    <FormDialog<Values> title="登记催缴" initial={initial} save={save} onClose={onClose} width={720}>
      {(form) => <Fields form={form} bills={bills} />}
    </FormDialog>
  );
}
