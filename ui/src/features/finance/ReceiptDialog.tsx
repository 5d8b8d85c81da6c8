import { Button, Form, type FormInstance, Input, Radio, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { reportError } from '@/api/failures';
import { addReceipt, openMoneyQuery, type ReceiptForm, type Spread, undoReceipt } from '@/api/finance/ledger';
import { Method } from '@/api/generated/enums';
import { DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { PartyASelect } from '@/features/choices/lists';
import { TenantSelect } from '@/features/choices/registers';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { FOR_BILLS, FOR_DEPOSIT, RECEIPT_METHODS, RECEIPT_PURPOSES } from '@/features/finance/labels';
import { type Money, SPREAD_BLANK, SpreadFields, type SpreadValues, spreadOf } from '@/features/finance/SpreadFields';
import { printSlip } from '@/features/slips/printSlip';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { readStored, writeStored } from '@/lib/storage';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import { fillIn } from '@/ui/fillIn';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';
import { useDone } from '@/ui/useDone';
import { useOpenPage } from '@/ui/useOpenPage';

/** What is entered: as it is sent, with the spreading and the files as the form has them. */
interface Values extends SpreadValues, Omit<ReceiptForm, keyof Spread | 'files'> {
  files?: string;
}

interface ReceiptDialogProps {
  /** Payer and lease that are known already. */
  payer?: Partial<Pick<Values, 'partyAId' | 'tenantId' | 'leaseId' | 'purpose' | 'amountFen'>>;
  /** Begin with everything that is overdue. */
  all?: boolean;
  onClose: () => void;
}

/** How this browser's people were paid last. */
const METHOD_KEY = 'receipt-method';
const methodOfLastTime = (): Values['method'] => {
  const stored = readStored(METHOD_KEY);
  return Object.values(Method).find((method) => method === stored) ?? Method.Transfer;
};

/** Payer, payee and amount, as far as they are known; null while nothing can be computed. */
function useMoney(form: FormInstance<Values>): Money | null {
  const partyAId = Form.useWatch('partyAId', form);
  const tenantId = Form.useWatch('tenantId', form);
  const leaseId = Form.useWatch('leaseId', form);
  const amountFen = Form.useWatch('amountFen', form);
  const valueDate = Form.useWatch('valueDate', form);
  const purpose = Form.useWatch('purpose', form);
  if (!partyAId || !tenantId) return null;
  return {
    partyAId,
    tenantId,
    ...(leaseId && { leaseId }),
    amountFen: typeof amountFen === 'number' ? amountFen : 0,
    ...(valueDate && { valueDate }),
    purpose: purpose ?? FOR_BILLS,
  };
}

interface TenantUnitsProps {
  tenantId: number | undefined;
  partyAId: number | undefined;
  onTake: (partyAId: number) => void;
}

/** Units that the tenant has leases with: the only one is taken, of several one is chosen. */
function TenantUnits({ tenantId, partyAId, onTake }: TenantUnitsProps) {
  const { data, error, refetch } = useQuery({
    ...openMoneyQuery({ partyAId: 0, tenantId: tenantId ?? 0 }),
    enabled: Boolean(tenantId),
  });
  const units = tenantId ? (data?.units ?? []) : [];
  const only = units.length === 1 && !partyAId ? units[0]?.partyAId : undefined;
  const take = useRef(onTake);
  take.current = onTake;
  useEffect(() => {
    if (only) take.current(only);
  }, [only]);
  if (error) return <FailedLine bar title="乙方的合同单位加载失败" error={error} retry={refetch} />;
  if (units.length === 0 || (units.length === 1 && units[0]?.partyAId === partyAId)) return null;
  return (
    <p className={styles.wide}>
      <span className="t2">该乙方的合同在：</span>
      {units.map(({ partyAId: unit, partyAName, overdueFen }) => (
        <Button key={unit} type="link" size="small" onClick={() => onTake(unit)}>
          {partyAName}
          {overdueFen > 0 && `（欠缴 ${formatYuan(overdueFen)} 元）`}
        </Button>
      ))}
    </p>
  );
}

interface OwedProps {
  form: FormInstance<Values>;
  money: Money | null;
  /** Fill in what is overdue as soon as it is known, once. */
  all: boolean;
}

/** What the tenant owes the unit, each sum a press away: what is overdue, and with it what is not due yet. */
function Owed({ form, money, all }: OwedProps) {
  const { partyAId = 0, tenantId = 0, leaseId } = money ?? {};
  const { data, error, refetch } = useQuery({
    ...openMoneyQuery({ partyAId, tenantId, ...(leaseId && { leaseId }) }),
    enabled: money !== null && money.purpose === FOR_BILLS,
  });
  const bills = money === null ? [] : (data?.bills ?? []);
  const sum = (rows: typeof bills) => rows.reduce((fen, { openFen }) => fen + openFen, 0);
  const [overdue, open] = [sum(bills.filter(({ overdueDays }) => overdueDays > 0)), sum(bills)];
  const filled = useRef(false);
  useEffect(() => {
    if (!all || filled.current || overdue === 0) return;
    filled.current = true;
    if (form.getFieldValue('amountFen') === undefined) fillIn(form, { amountFen: overdue });
  }, [all, overdue, form]);
  if (error) return <FailedLine bar title="欠缴金额加载失败" error={error} retry={refetch} />;
  if (money?.purpose !== FOR_BILLS || open === 0) return null;
  const take = (amountFen: number, notYetDue: boolean) => fillIn(form, { amountFen, notYetDue, way: 'auto' });
  return (
    <p className={styles.wide}>
      {overdue > 0 && (
        <Button type="link" size="small" onClick={() => take(overdue, false)}>
          收全部欠缴 {formatYuan(overdue)}
        </Button>
      )}
      {open > overdue && (
        <Button type="link" size="small" onClick={() => take(open, true)}>
          连同未到期 {formatYuan(open)}
        </Button>
      )}
    </p>
  );
}

function Fields({ form, all }: { form: FormInstance<Values>; all: boolean }) {
  const money = useMoney(form);
  const tenantId = Form.useWatch('tenantId', form);
  const partyAId = Form.useWatch('partyAId', form);
  const forget = () => fillIn(form, { designated: [], leaseId: undefined, anyway: false });
  return (
    <>
      <Form.Item name="tenantId" label="乙方（不选为待认领）">
        <TenantSelect allowClear onChange={forget} />
      </Form.Item>
      <Form.Item name="partyAId" label="收款单位" rules={[requiredChoice('收款单位')]}>
        <PartyASelect onChange={forget} />
      </Form.Item>
      <TenantUnits
        tenantId={tenantId}
        partyAId={partyAId}
        onTake={(unit) => {
          forget();
          fillIn(form, { partyAId: unit });
        }}
      />
      <Form.Item name="amountFen" label="金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      <Owed form={form} money={money} all={all} />
      <Form.Item name="valueDate" label="到账日期" rules={[requiredChoice('到账日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="method" label="收款方式" rules={[requiredChoice('收款方式')]}>
        <Select options={[...RECEIPT_METHODS]} />
      </Form.Item>
      <Form.Item
        name="payerName"
        label="付款户名"
        dependencies={['tenantId']}
        rules={[{ required: !tenantId, whitespace: true, message: '待认领的收款须填写付款户名' }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="accountTail" label="账号尾号">
        <Input maxLength={8} autoComplete="off" placeholder="收款账号后四位" />
      </Form.Item>
      <Form.Item name="bankRef" label="银行流水号">
        <Input maxLength={64} autoComplete="off" placeholder="同一笔流水不能重复入账" />
      </Form.Item>
      <Form.Item name="purpose" label="用途">
        <Radio.Group options={[...RECEIPT_PURPOSES]} />
      </Form.Item>
      <SpreadFields form={form} money={money} claiming={false} />
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
      <Form.Item name="files" label="附件（回单、进账单）" className={styles.wide}>
        <FileUploader mode="drag" />
      </Form.Item>
    </>
  );
}

/** Enters money that has arrived, and says which bills it pays. */
export default function ReceiptDialog({ payer, all = false, onClose }: ReceiptDialogProps) {
  const done = useDone();
  const openPage = useOpenPage();
  const can = useCan();
  const save = async ({ way, designated, notYetDue, files, tenantId, ...values }: Values) => {
    const spread = spreadOf({ way, designated: designated ?? [], notYetDue: notYetDue ?? false });
    const known = tenantId && values.purpose !== FOR_DEPOSIT ? spread : {};
    const { data } = await addReceipt({ ...values, ...known, ...(tenantId && { tenantId }), files: fileIds(files) });
    writeStored(METHOD_KEY, values.method);
    const sum = `${formatYuan(values.amountFen)} 元`;
    done({
      text: tenantId ? `收款已入账：${sum}` : `收款已登记，等待认领：${sum}`,
      // the payer waits for the slip; unclaimed money has none yet
      next:
        tenantId && can(['fin:slip:add'])
          ? { label: '开收据', run: () => void printSlip(data.id).catch(reportError) }
          : { label: '查看收款', run: () => openPage(`/fin/receipt?receiptId=${data.id}`) },
      undo: () => undoReceipt(data.id).then(() => `已撤销收款 ${sum}`),
    });
  };
  const initial: Partial<Values> = {
    method: methodOfLastTime(),
    purpose: FOR_BILLS,
    valueDate: today(),
    ...SPREAD_BLANK,
    ...payer,
  };
  return (
    <FormDialog<Values> title="登记收款" initial={initial} save={save} onClose={onClose} width={860}>
      {(form) => <Fields form={form} all={all} />}
    </FormDialog>
  );
}
