import { Alert, App, Form, type FormInstance, Input, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { applyCredit, applyDeposit, type BillPart, type DepositRow, openMoneyQuery } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';
import { requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { BillParts } from './BillParts';
import { faultOf, fill } from './billParts';
import styles from './money.module.css';

interface Values {
  parts: BillPart[];
  reason: string;
}

/** Whose bills are paid: a tenant's at a party A, of one lease when it is named. */
interface Payer {
  partyAId: number;
  tenantId: number;
  leaseId?: number;
}

/** Open bills and credit of a tenant, as they are now. */
const useOpen = (payer: Payer) =>
  useQuery({
    ...openMoneyQuery(payer),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

interface ApplyFormProps {
  title: string;
  /** 预收 or 押金. */
  source: string;
  note: string;
  payer: Payer;
  /** Undefined: the tenant's credit. */
  heldFen?: number;
  chosen: readonly number[];
  withReason?: boolean;
  above?: React.ReactNode;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
}

/** Another tenant has other bills: what was chosen of the one before is forgotten. */
function Forgets({ form, tenantId }: { form: FormInstance<Values>; tenantId: number }) {
  const [first] = useState(tenantId);
  useEffect(() => {
    if (tenantId !== first) form.setFieldsValue({ parts: [] });
  }, [form, tenantId, first]);
  return null;
}

/** Money that is held, put on bills that are named. */
function ApplyForm({ title, source, note, payer, heldFen, chosen, withReason, above, save, onClose }: ApplyFormProps) {
  const open = useOpen(payer);
  const { data } = open;
  const bills = data?.bills ?? [];
  const most = heldFen ?? data?.heldCreditFen ?? 0;
  const [initial, setInitial] = useState<Partial<Values>>();
  useEffect(() => {
    if (data) setInitial((known) => known ?? { parts: fill(data.bills, chosen, heldFen ?? data.heldCreditFen) });
  }, [data, chosen, heldFen]);
  const check = (_rule: unknown, parts: BillPart[] = []) => {
    const fault = faultOf(parts, bills, most);
    return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
  };
  return (
    <FormDialog<Values>
      title={title}
      initial={initial}
      source={open}
      save={save}
      onClose={onClose}
      okText="抵缴"
      blocked={most <= 0}
      width={820}
    >
      {(form) => (
        <>
          <Forgets form={form} tenantId={payer.tenantId} />
          <Alert className={formDialogStyles.wide} type="info" showIcon title={note} />
          {above}
          <p className={formDialogStyles.wide}>
            {source}余额 <b>{formatYuan(most)}</b> 元
          </p>
          <Form.Item
            name="parts"
            className={`${formDialogStyles.wide} ${styles.spread}`}
            rules={[{ validator: check }]}
          >
            <BillParts bills={bills} mostFen={most} source={source} />
          </Form.Item>
          {withReason && (
            <Form.Item name="reason" label="原因" className={formDialogStyles.wide} rules={[requiredText('原因')]}>
              <Input.TextArea rows={2} maxLength={200} showCount />
            </Form.Item>
          )}
        </>
      )}
    </FormDialog>
  );
}

const NONE: readonly number[] = [];

interface ApplyProps {
  onClose: () => void;
}

interface CreditDialogProps extends ApplyProps {
  partyAId: number;
  tenantId: number;
  tenantName: string;
  /** Bills that are ticked at first. */
  chosen?: readonly number[];
}

/** 预收抵缴: the tenant's credit, that of other leases too, on bills he names. */
export function ApplyCreditDialog({ partyAId, tenantId, tenantName, chosen = NONE, ...props }: CreditDialogProps) {
  const { message } = App.useApp();
  const payer = useMemo(() => ({ partyAId, tenantId }), [partyAId, tenantId]);
  const save = async ({ parts }: Values) => {
    await applyCredit({ ...payer, parts });
    void message.success('预收已抵缴');
  };
  return (
    <ApplyForm
      title={`预收抵缴：${tenantName}`}
      source="预收"
      note="按乙方指明的账单抵缴，其他合同收到的预收也可以用；抵缴记在今天。"
      payer={payer}
      chosen={chosen}
      save={save}
      onClose={props.onClose}
    />
  );
}

interface DepositDialogProps extends ApplyProps {
  deposit: DepositRow;
}

/** 押金抵租: deposit on bills while the lease runs; what is taken is asked for again. */
export function ApplyDepositDialog({ deposit, onClose }: DepositDialogProps) {
  const { message } = App.useApp();
  const { leaseId, leaseNo, partyAId, holders } = deposit;
  const [tenantId, setTenant] = useState(holders.at(-1)?.tenantId ?? 0);
  const payer = useMemo(() => ({ partyAId, tenantId, leaseId }), [partyAId, tenantId, leaseId]);
  const heldFen = holders.find((holder) => holder.tenantId === tenantId)?.heldFen ?? 0;
  const save = async ({ parts, reason }: Values) => {
    await applyDeposit({ leaseId, parts, reason });
    void message.success('押金已抵租');
  };
  const options = holders.map((holder) => ({ value: holder.tenantId, label: holder.tenantName }));
  return (
    <ApplyForm
      title={`押金抵租：${leaseNo}`}
      source="押金"
      note="抵缴后押金不足约定的部分将重新开出押金账单，由乙方补足；抵缴记在今天。"
      payer={payer}
      heldFen={heldFen}
      chosen={NONE}
      withReason
      above={
        holders.length > 1 && (
          <Form.Item label="乙方" className={formDialogStyles.wide}>
            <Select<number> aria-label="乙方" value={tenantId} options={options} onChange={setTenant} />
          </Form.Item>
        )
      }
      save={save}
      onClose={onClose}
    />
  );
}
