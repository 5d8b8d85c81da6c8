import { Form, Select } from 'antd';
import { expenses, type PayoutForm } from '@/api/payout';
import { useDict } from '@/api/useDict';
import { YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { AssetSelect, PartyAItem } from '@/features/choices/lists';
import { EXPENSE } from '@/features/payouts/labels';
import { PaperFields, PayeeFields } from '@/features/payouts/PayoutFields';
import { formOf, type PayoutFormProps, useSending } from '@/features/payouts/useSending';
import { dictOptions } from '@/lib/dict';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import { numeric } from '@/ui/NumberInput';

type Values = PayoutForm & { papers?: string };

/** An expense, for an asset or for none. */
export default function ExpenseDialog(props: PayoutFormProps) {
  const { row, onClose } = props;
  const send = useSending(expenses, props, '支出单已提交审批');
  const kinds = useDict('expense_kind');
  const save = async ({ papers, ...form }: Values) => {
    const document = { ...form, kind: EXPENSE, assetId: form.assetId ?? 0, files: fileIds(papers) };
    await send(document);
  };
  return (
    <FormDialog<Values>
      title={row ? `修改并重新提交：${row.payoutNo}` : '登记支出'}
      initial={row ? formOf(row) : {}}
      save={save}
      onClose={onClose}
      width={720}
      okText="提交审批"
    >
      <PartyAItem label="付款单位" />
      <Form.Item name="category" label="支出类别" rules={[requiredChoice('支出类别')]}>
        <Select options={dictOptions(kinds)} />
      </Form.Item>
      <Form.Item name="assetId" label="资产（可不选）">
        <AssetSelect allowClear />
      </Form.Item>
      <Form.Item name="amountFen" label="金额" rules={numeric('金额')}>
        <YuanInput />
      </Form.Item>
      <PayeeFields voucher="发票号" />
      <PaperFields />
    </FormDialog>
  );
}
