import { Form, Radio, Select } from 'antd';
import { expenses, type PayoutForm } from '@/api/finance/payout';
import { useDict } from '@/api/useDict';
import { YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { AssetSelect, PartyAItem } from '@/features/choices/lists';
import { BETWEEN, EXPENSE, EXPENSE_KINDS } from '@/features/finance/payouts/labels';
import { PaperFields, PayeeFields, VoucherField } from '@/features/finance/payouts/PayoutFields';
import { formOf, type PayoutFormProps, useSending } from '@/features/finance/payouts/useSending';
import { dictOptions } from '@/lib/dict';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import { requiredNumeric } from '@/ui/NumberInput';
import { SEND_AGAIN } from '@/ui/sendsAgain';
import { BetweenFields } from './BetweenFields';

type Values = PayoutForm & { papers?: string };

const NO_EXPENSE = { category: '', assetId: 0, plateId: 0, payee: '' };

/** What was written for the other kind doesn't go with it. */
const only = (form: PayoutForm): PayoutForm =>
  form.kind === BETWEEN
    ? { ...form, ...NO_EXPENSE }
    : { ...form, kind: EXPENSE, assetId: form.assetId ?? 0, toPartyAId: 0 };

function ExpenseFields() {
  const kinds = useDict('expense_kind');
  return (
    <>
      <Form.Item name="category" label="支出类别" rules={[requiredChoice('支出类别')]}>
        <Select options={dictOptions(kinds)} />
      </Form.Item>
      <Form.Item name="assetId" label="资产（可不选）">
        <AssetSelect allowClear />
      </Form.Item>
      <Form.Item name="amountFen" label="金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      <PayeeFields voucher="发票号" />
    </>
  );
}

/** An expense, for an asset or for none; or what a unit pays another. */
export default function ExpenseDialog(props: PayoutFormProps) {
  const { row, onClose } = props;
  const { send, dialog } = useSending(expenses, props, {
    process: 'expense',
    title: '新增支出',
    said: '支出单已提交审批',
  });
  const save = ({ papers, ...form }: Values) =>
    send({ ...only({ ...form, kind: row?.kind ?? form.kind }), files: fileIds(papers) });
  return (
    <FormDialog<Values>
      title={row ? `修改并重新提交：${row.payoutNo}` : '登记支出'}
      initial={row ? formOf(row) : { kind: EXPENSE }}
      save={save}
      onClose={onClose}
      width={720}
      okText={row ? SEND_AGAIN : '提交审批'}
    >
      {!row && (
        <Form.Item name="kind" label="类型">
          <Radio.Group options={EXPENSE_KINDS.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
      )}
      <PartyAItem label="付款单位" />
      <Form.Item noStyle shouldUpdate={(before, now) => before.kind !== now.kind}>
        {({ getFieldValue }) => {
          const kind: number = row?.kind ?? getFieldValue('kind');
          if (kind !== BETWEEN) return <ExpenseFields />;
          return (
            <>
              <BetweenFields />
              <VoucherField label="回单号" />
            </>
          );
        }}
      </Form.Item>
      <PaperFields />
      {dialog}
    </FormDialog>
  );
}
