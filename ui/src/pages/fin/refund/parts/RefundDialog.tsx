import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Radio } from 'antd';
import { type PayoutForm, type Refundable, refundableQuery, refunds } from '@/api/finance/payout';
import type { TenantOption } from '@/api/lease';
import { YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { PartyAItem } from '@/features/choices/lists';
import { LeaseSelect, TenantSelect } from '@/features/choices/registers';
import { REFUND_KINDS } from '@/features/finance/payouts/labels';
import { PaperFields, PayeeFields } from '@/features/finance/payouts/PayoutFields';
import { formOf, type PayoutFormProps, useSending } from '@/features/finance/payouts/useSending';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import { fillIn } from '@/ui/fillIn';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';
import { SEND_AGAIN } from '@/ui/sendsAgain';

type Values = PayoutForm & { papers?: string };

const CREDIT = 1;
const DEPOSIT = 2;
const PAYERS = [
  { value: false, label: '单位退还' },
  { value: true, label: '财政退付' },
];

interface Purse {
  partyAId: number;
  tenantId: number;
  leaseId: number;
}

/** What may be paid back, before anybody types an amount; null while nobody is chosen. */
const useRefundable = (purse: Purse | null) =>
  useQuery({
    ...refundableQuery(purse as Purse),
    enabled: purse !== null,
    staleTime: 0,
  });

function Balance({
  leaseId,
  source: { data, error, refetch },
}: {
  leaseId: number;
  source: UseQueryResult<Refundable>;
}) {
  if (error) return <FailedLine title="可退余额加载失败" error={error} retry={refetch} />;
  const direct = data?.treasuryCreditFen ?? 0;
  return (
    <div className={styles.wide}>
      <Facts
        look="panel"
        facts={[
          ['可退预收余额', data ? `${formatYuan(data.creditFen)} 元` : '…'],
          ['其中财政直缴', direct > 0 ? `${formatYuan(direct)} 元，由财政退付` : ''],
          ['可退押金余额', leaseId === 0 ? '选择合同后显示' : data ? `${formatYuan(data.depositFen)} 元` : '…'],
        ]}
      />
      {data?.depositHindrance && <Alert type="warning" showIcon title={`不能退押金：${data.depositHindrance}`} />}
    </div>
  );
}

/** 退款类型: a deposit that is held back is not offered. */
function KindItem({ hindrance }: { hindrance: string }) {
  const options = REFUND_KINDS.map(({ value, label }) => ({
    value,
    label,
    disabled: value === DEPOSIT && hindrance !== '',
  }));
  const check = (_rule: unknown, kind: number) =>
    kind === DEPOSIT && hindrance ? Promise.reject(new Error('该合同的押金现在不能退还')) : Promise.resolve();
  return (
    <Form.Item name="kind" label="退款类型" className={styles.wide} rules={[{ validator: check }]}>
      <Radio.Group options={options} />
    </Form.Item>
  );
}

/** Whose money is paid back, and by whom. */
function Fields({ form }: { form: FormInstance<Values> }) {
  const kind = Form.useWatch('kind', form);
  const partyAId = Form.useWatch('partyAId', form);
  const tenantId = Form.useWatch('tenantId', form);
  const leaseId = Form.useWatch('leaseId', form) ?? 0;
  const purse = partyAId && tenantId ? { partyAId, tenantId, leaseId } : null;
  const source = useRefundable(purse);
  const { data } = source;
  const take = (tenant: TenantOption | undefined) =>
    fillIn(form, { leaseId: undefined, payee: tenant?.tenantName ?? '' });
  return (
    <>
      <KindItem hindrance={data?.depositHindrance ?? ''} />
      <PartyAItem label="付款单位" />
      <Form.Item name="tenantId" label="乙方" rules={[requiredChoice('乙方')]}>
        <TenantSelect onPick={take} />
      </Form.Item>
      <Form.Item
        name="leaseId"
        label={kind === DEPOSIT ? '合同' : '合同（不选为该乙方的全部预收）'}
        className={styles.wide}
        rules={[{ required: kind === DEPOSIT, message: '退押金请选择合同' }]}
      >
        <LeaseSelect partyAId={partyAId} tenantId={tenantId} disabled={!tenantId} />
      </Form.Item>
      {purse && <Balance leaseId={leaseId} source={source} />}
      {kind === CREDIT && (data?.treasuryCreditFen ?? 0) > 0 && (
        <Form.Item
          name="byTreasury"
          label="付款方"
          className={styles.wide}
          extra="财政直缴的预收须由财政退付，不动用单位资金"
        >
          <Radio.Group options={PAYERS} />
        </Form.Item>
      )}
    </>
  );
}

/** A refund of credit or of a deposit. */
export default function RefundDialog(props: PayoutFormProps) {
  const { row, onClose } = props;
  const { send, dialog } = useSending(refunds, props, {
    process: 'refund',
    title: '新增退款',
    said: '退款单已提交审批',
  });
  const save = async ({ papers, ...form }: Values) => {
    await send({ ...form, leaseId: form.leaseId ?? 0, files: fileIds(papers) });
  };
  return (
    <FormDialog<Values>
      title={row ? `修改并重新提交：${row.payoutNo}` : '登记退款'}
      initial={row ? formOf(row) : { kind: CREDIT, byTreasury: false }}
      save={save}
      onClose={onClose}
      width={720}
      okText={row ? SEND_AGAIN : '提交审批'}
    >
      {(form) => (
        <>
          <Fields form={form} />
          <Form.Item name="amountFen" label="退款金额" rules={requiredNumeric()}>
            <YuanInput />
          </Form.Item>
          <PayeeFields voucher="票据号" />
          <PaperFields />
          {dialog}
        </>
      )}
    </FormDialog>
  );
}
