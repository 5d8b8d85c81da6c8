import { useQuery } from '@tanstack/react-query';
import { App, Form, Radio } from 'antd';
import { textOf } from '@/api/errors';
import { type PayoutForm, payoutsOf, refundable } from '@/api/payout';
import { YuanInput } from '@/features/business/fields';
import { fileIds, useTenants } from '@/features/business/parts';
import { LeaseSelect, PartyAItem, TenantSelect } from '@/features/payouts/choices';
import { Facts } from '@/features/payouts/Facts';
import { REFUND_KINDS } from '@/features/payouts/labels';
import { PaperFields, PayeeFields } from '@/features/payouts/PayoutFields';
import { formatYuan } from '@/lib/money';
import { FormDialog } from '@/ui/FormDialog';

type Values = PayoutForm & { papers?: string };

const DEPOSIT = 2;

/** What may be paid back, before anybody types an amount. */
function Balance({ partyAId, tenantId, leaseId }: { partyAId: number; tenantId: number; leaseId: number }) {
  const { data, error } = useQuery({
    queryKey: ['refundable', partyAId, tenantId, leaseId],
    queryFn: () => refundable({ partyAId, tenantId, leaseId }),
    staleTime: 0,
  });
  if (error) return <p className="wide t2">{textOf(error)}</p>;
  return (
    <div className="wide">
      <Facts
        className="purse"
        facts={[
          ['可退预收余额', data ? `${formatYuan(data.creditFen)} 元` : '…'],
          ['可退押金余额', leaseId === 0 ? '选择合同后显示' : data ? `${formatYuan(data.depositFen)} 元` : '…'],
        ]}
      />
    </div>
  );
}

/** A refund of credit or of a deposit. */
export default function RefundDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { message } = App.useApp();
  const tenants = useTenants();
  const save = async ({ papers, ...form }: Values) => {
    await payoutsOf('/fin/refund').add({ ...form, leaseId: form.leaseId ?? 0, files: fileIds(papers) });
    void message.success('退款单已提交审批');
    onSaved();
  };
  return (
    <FormDialog<Values>
      title="登记退款"
      initial={{ kind: 1 }}
      save={save}
      onClose={onClose}
      width={720}
      okText="提交审批"
    >
      {(form) => (
        <>
          <Form.Item name="kind" label="退款类型" className="wide">
            <Radio.Group options={REFUND_KINDS.map(({ value, label }) => ({ value, label }))} />
          </Form.Item>
          <PartyAItem label="付款单位" />
          <Form.Item name="tenantId" label="乙方" rules={[{ required: true, message: '请选择乙方' }]}>
            <TenantSelect
              onChange={(tenantId) => {
                const name = tenants.find((tenant) => tenant.tenantId === tenantId)?.tenantName ?? '';
                form.setFieldsValue({ tenantId, leaseId: undefined as never, payee: name });
              }}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => {
              const { kind, partyAId, tenantId } = getFieldsValue() as Values;
              return (
                <Form.Item
                  name="leaseId"
                  label={kind === DEPOSIT ? '合同' : '合同（不选为该乙方的全部预收）'}
                  className="wide"
                  rules={[{ required: kind === DEPOSIT, message: '退押金请选择合同' }]}
                >
                  <LeaseSelect partyAId={partyAId} tenantId={tenantId} disabled={!tenantId} />
                </Form.Item>
              );
            }}
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => {
              const { partyAId, tenantId, leaseId } = getFieldsValue() as Values;
              return partyAId && tenantId ? (
                <Balance partyAId={partyAId} tenantId={tenantId} leaseId={leaseId ?? 0} />
              ) : null;
            }}
          </Form.Item>
          <Form.Item name="amountFen" label="退款金额" rules={[{ required: true, message: '请填写退款金额' }]}>
            <YuanInput />
          </Form.Item>
          <PayeeFields voucher="票据号" />
          <PaperFields />
        </>
      )}
    </FormDialog>
  );
}
