import { useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Form, type FormInstance, Select } from 'antd';
import { claimReceipt, type ReceiptRow } from '@/api/books';
import { tenants } from '@/api/lease';
import { useTenants } from '@/features/business/parts';
import { type Money, SPREAD_BLANK, SpreadFields, type SpreadValues, spreadOf } from '@/features/money/SpreadFields';
import { formatYuan } from '@/lib/money';
import { useCan } from '@/ui/Can';
import { FormDialog } from '@/ui/FormDialog';

interface Values extends SpreadValues {
  tenantId: number;
  leaseId?: number;
  remember?: boolean;
}

interface ClaimDialogProps {
  receipt: ReceiptRow;
  onSaved: () => void;
  onClose: () => void;
}

interface SuggestionsProps {
  payerName: string;
  onTake: (tenantId: number) => void;
}

/** Tenants with that payer's name; only for people who may look into the tenants' register. */
function Suggestions({ payerName, onTake }: SuggestionsProps) {
  const may = useCan()(['lease:tenant:list']);
  const { data } = useQuery({
    queryKey: ['payers', payerName],
    queryFn: ({ signal }) => tenants.list({ keyWord: payerName, pageSize: 10 }, signal),
    enabled: may && payerName !== '',
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <p className="wide">
      <span className="t2">付款户名相符：</span>
      {data.rows.map(({ tenantId, tenantName }) => (
        <Button key={tenantId} type="link" size="small" onClick={() => onTake(tenantId)}>
          {tenantName}
        </Button>
      ))}
    </p>
  );
}

function Fields({ form, receipt }: { form: FormInstance<Values>; receipt: ReceiptRow }) {
  const all = useTenants();
  const tenantId = Form.useWatch('tenantId', form);
  const leaseId = Form.useWatch('leaseId', form);
  const { partyAId, amountFen, valueDate, payerName } = receipt;
  const money: Money | null = tenantId
    ? { partyAId, tenantId, amountFen, valueDate, purpose: 1, ...(leaseId && { leaseId }) }
    : null;
  const forget = () => form.setFieldsValue({ designated: [], leaseId: undefined } as never);
  const take = (taken: number) => {
    forget();
    form.setFieldsValue({ tenantId: taken } as never);
  };
  return (
    <>
      <p className="wide t2">
        {receipt.partyAName} {valueDate} 收到“{payerName}” {formatYuan(amountFen)} 元
      </p>
      <Suggestions payerName={payerName} onTake={take} />
      <Form.Item name="tenantId" label="乙方" rules={[{ required: true, message: '请选择乙方' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={all.map((tenant) => ({ value: tenant.tenantId, label: tenant.tenantName }))}
          onChange={forget}
        />
      </Form.Item>
      <Form.Item name="remember" valuePropName="checked" className="wide">
        <Checkbox>认领并记住：以后此付款户名和账号归该乙方</Checkbox>
      </Form.Item>
      <SpreadFields form={form} money={money} claiming />
    </>
  );
}

/** 认领: says whose the money is, and which bills it pays. */
export default function ClaimDialog({ receipt, onSaved, onClose }: ClaimDialogProps) {
  const { message } = App.useApp();
  const save = async ({ tenantId, leaseId, remember = false, ...spread }: Values) => {
    const { receiptId: id, version } = receipt;
    await claimReceipt({ id, version, tenantId, remember, ...(leaseId && { leaseId }), ...spreadOf(spread) });
    void message.success(remember ? '已认领并入账，以后此付款户名和账号归该乙方' : '已认领并入账');
    onSaved();
  };
  return (
    <FormDialog<Values>
      title={`认领收款 ${receipt.receiptNo}`}
      initial={SPREAD_BLANK}
      save={save}
      onClose={onClose}
      okText="认领"
      width={820}
    >
      {(form) => <Fields form={form} receipt={receipt} />}
    </FormDialog>
  );
}
