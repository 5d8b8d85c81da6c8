import { App, Button, Checkbox, Form, type FormInstance, Radio } from 'antd';
import { type ClaimForm, claimReceipt, type ReceiptRow } from '@/api/finance/ledger';
import { tenants } from '@/api/lease';
import { TenantSelect } from '@/features/choices/registers';
import { BY_TREASURY, FOR_BILLS, FOR_DEPOSIT, RECEIPT_PURPOSES } from '@/features/finance/labels';
import { type Money, SPREAD_BLANK, SpreadFields, type SpreadValues, spreadOf } from '@/features/finance/SpreadFields';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import { fillIn } from '@/ui/fillIn';
import styles from '@/ui/form-dialog.module.css';

interface Values extends SpreadValues, Pick<ClaimForm, 'tenantId' | 'leaseId' | 'purpose' | 'remember' | 'anyway'> {}

interface ClaimDialogProps {
  receipt: ReceiptRow;
  onClose: () => void;
}

interface SuggestionsProps {
  payerName: string;
  onTake: (tenantId: number) => void;
}

const TREASURY_NOTE = '财政缴款不是单位收到的钱，不能认领为押金';

/** 用途: what is claimed as a deposit settles the lease's demand. */
function PurposeItem({ receipt, onChange }: { receipt: ReceiptRow; onChange: () => void }) {
  const direct = receipt.method === BY_TREASURY;
  const options = RECEIPT_PURPOSES.map(({ value, label }) => ({
    value,
    label,
    disabled: direct && value === FOR_DEPOSIT,
  }));
  return (
    <Form.Item name="purpose" label="用途" extra={direct ? TREASURY_NOTE : undefined}>
      <Radio.Group options={options} onChange={onChange} />
    </Form.Item>
  );
}

/** Tenants with that payer's name; only for people who may look into the tenants' register. */
function Suggestions({ payerName, onTake }: SuggestionsProps) {
  const may = useCan()(['lease:tenant:list']);
  const { data, error, refetch } = useQuery({
    ...tenants.rows({ keyWord: payerName, pageSize: 10 }),
    enabled: may && payerName !== '',
  });
  if (error) return <FailedLine bar title="同名乙方加载失败" error={error} retry={refetch} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <p className={styles.wide}>
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
  const tenantId = Form.useWatch('tenantId', form);
  const leaseId = Form.useWatch('leaseId', form);
  const purpose = Form.useWatch('purpose', form) ?? FOR_BILLS;
  const { partyAId, amountFen, valueDate, payerName } = receipt;
  const money: Money | null = tenantId
    ? { partyAId, tenantId, amountFen, valueDate, purpose, ...(leaseId && { leaseId }) }
    : null;
  const forget = () => fillIn(form, { designated: [], leaseId: undefined, anyway: false });
  const take = (taken: number) => {
    forget();
    fillIn(form, { tenantId: taken });
  };
  return (
    <>
      <p className={`${styles.wide} t2`}>
        {receipt.partyAName} {valueDate} 收到“{payerName}” {formatYuan(amountFen)} 元
      </p>
      <Suggestions payerName={payerName} onTake={take} />
      <Form.Item name="tenantId" label="乙方" rules={[requiredChoice('乙方')]}>
        <TenantSelect onChange={forget} />
      </Form.Item>
      <PurposeItem receipt={receipt} onChange={() => fillIn(form, { designated: [] })} />
      <Form.Item name="remember" valuePropName="checked" className={styles.wide}>
        <Checkbox>认领并记住：以后此付款户名和账号归该乙方</Checkbox>
      </Form.Item>
      <SpreadFields form={form} money={money} claiming />
    </>
  );
}

/** 认领: says whose the money is, and which bills it pays. */
export default function ClaimDialog({ receipt, onClose }: ClaimDialogProps) {
  const { message } = App.useApp();
  const save = async ({ tenantId, leaseId, purpose, remember = false, anyway = false, ...values }: Values) => {
    const { receiptId: id, version } = receipt;
    const spread = purpose === FOR_DEPOSIT ? {} : spreadOf(values);
    await claimReceipt({ id, version, tenantId, purpose, remember, anyway, ...(leaseId && { leaseId }), ...spread });
    const done = purpose === FOR_DEPOSIT ? '已认领为押金' : '已认领并入账';
    void message.success(remember ? `${done}，以后此付款户名和账号归该乙方` : done);
  };
  return (
    <FormDialog<Values>
      title={`认领收款 ${receipt.receiptNo}`}
      initial={{ ...SPREAD_BLANK, purpose: FOR_BILLS }}
      save={save}
      onClose={onClose}
      okText="认领"
      width={820}
    >
      {(form) => <Fields form={form} receipt={receipt} />}
    </FormDialog>
  );
}
