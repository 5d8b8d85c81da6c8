import { Alert, Checkbox, Form, type FormInstance, Radio, Select, Switch } from 'antd';
import {
  type OpenBill,
  type PreviewForm,
  previewReceipt,
  type ReceiptPreview,
  type Spread,
} from '@/api/finance/ledger';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { asRule } from '@/lib/rules';
import { useTrial } from '@/lib/useTrial';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { FailedLine } from '@/ui/FailedLine';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { SmallTable } from '@/ui/SmallTable';
import { FOR_DEPOSIT } from './labels';
import styles from './money.module.css';
import { periodText } from './parts';

const WAYS = [
  { value: 'auto', label: '自动（先到期的先冲）' },
  { value: 'designated', label: '指定账单' },
  { value: 'credit', label: '全部转预收' },
] as const;

/** What the form holds about the spreading; `spreadOf` makes what the server takes. */
export interface SpreadValues {
  way: (typeof WAYS)[number]['value'];
  designated?: number[];
  notYetDue?: boolean;
}

export const SPREAD_BLANK: SpreadValues = { way: 'auto', designated: [], notYetDue: false };

export function spreadOf({ way, designated = [], notYetDue = false }: SpreadValues): Spread {
  if (way === 'credit') return { keepAsCredit: true };
  return way === 'designated' ? { designated } : { notYetDue };
}

/** What the money is, before it is spread. */
export type Money = Omit<PreviewForm, keyof Spread>;

interface BillsProps {
  bills: readonly OpenBill[];
  designating: boolean;
  value?: number[];
  onChange?: (designated: number[]) => void;
}

/** Open bills with what each gets; ticked in the payer's order when he names them. */
function Bills({ bills, designating, value = [], onChange }: BillsProps) {
  const toggle = (billId: number, on: boolean) =>
    onChange?.(on ? [...value, billId] : value.filter((chosen) => chosen !== billId));
  return (
    <SmallTable<OpenBill>
      rowKey="billId"
      rows={bills}
      none="没有未缴的账单"
      width={designating ? 776 : 700}
      height={bills.length > 5 && 240}
      columns={[
        ...(designating
          ? [
              {
                title: '顺序',
                width: 76,
                render: (_v: unknown, { billId, billNo }: OpenBill) => (
                  <>
                    <Checkbox
                      aria-label={`指定 ${billNo}`}
                      checked={value.includes(billId)}
                      onChange={({ target }) => toggle(billId, target.checked)}
                    />
                    {value.includes(billId) && <span className={styles.spreadOrder}>{value.indexOf(billId) + 1}</span>}
                  </>
                ),
              },
            ]
          : []),
        { title: '账单', width: 154, dataIndex: 'billNo' },
        { title: '费用', width: 62, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '账期', width: 176, render: (_v, { period }) => periodText(period) },
        {
          title: '应缴日',
          width: 112,
          render: (_v, { dueDate, overdueDays }) =>
            overdueDays > 0 ? <StateTag tone="bad">{dueDate}</StateTag> : dueDate,
        },
        { title: '未缴（元）', width: 92, align: 'right', render: (_v, row) => <AmountCell fen={row.openFen} /> },
        {
          title: '本次冲抵',
          width: 92,
          align: 'right',
          render: (_v, { paysFen }) =>
            paysFen > 0 ? (
              <b>
                <AmountCell fen={paysFen} />
              </b>
            ) : (
              '—'
            ),
        },
      ]}
    />
  );
}

interface SpreadFieldsProps<Values extends SpreadValues> {
  form: FormInstance<Values>;
  /** Null until payer and payee are known. */
  money: Money | null;
  /** The right that is used. */
  claiming: boolean;
  /** The lease is known and stays. */
  fixedLease?: boolean;
}

/** Which bills the money pays: the way, and what each bill gets, as the server will do it. */
export function SpreadFields<Values extends SpreadValues>(props: SpreadFieldsProps<Values>) {
  const { form, money, claiming, fixedLease = false } = props;
  const way = Form.useWatch('way', form) as SpreadValues['way'] | undefined;
  const designated = Form.useWatch('designated', form) as number[] | undefined;
  const notYetDue = Form.useWatch('notYetDue', form) as boolean | undefined;
  const deposit = money?.purpose === FOR_DEPOSIT;
  const spread = spreadOf({ way: way ?? 'auto', designated: designated ?? [], notYetDue: notYetDue ?? false });
  const wanted = money && { ...money, ...spread };
  const { shown, belongs, error, again } = useTrial<PreviewForm, ReceiptPreview>(
    `receipt-${claiming}`,
    wanted,
    (form, signal) => previewReceipt(form, claiming, signal),
  );
  const data = shown;
  if (!wanted) return null;
  const leases = (data?.leases ?? []).map(({ leaseId, leaseNo }) => ({ value: leaseId, label: leaseNo }));
  return (
    <>
      {!fixedLease && (
        <Form.Item
          name="leaseId"
          label={deposit ? '合同' : '合同（不选为该乙方的所有合同）'}
          rules={[{ required: deposit, message: '收取押金请选择合同' }]}
        >
          <Select<number> allowClear options={leases} notFoundContent="该乙方与收款单位没有已签订的合同" />
        </Form.Item>
      )}
      {data?.question && !money?.leaseId && (
        <>
          <Alert
            className={`${formDialogStyles.wide} ${styles.spread}`}
            type="warning"
            showIcon
            title={data.question}
            description="款项将作为预收留在本单位，不会冲抵其他单位的账单"
          />
          <Form.Item
            name="anyway"
            valuePropName="checked"
            className={formDialogStyles.wide}
            rules={[asRule((value) => (value === 'true' ? '' : '请核对收款单位和乙方；确由本单位收款的，请勾选'))]}
          >
            <Checkbox>确由本单位收款</Checkbox>
          </Form.Item>
        </>
      )}
      {!deposit && (
        <>
          <Form.Item name="way" label="冲抵方式" className={`${formDialogStyles.wide} ${styles.spread}`}>
            <Radio.Group options={[...WAYS]} />
          </Form.Item>
          {way === 'auto' && (
            <Form.Item name="notYetDue" label="可冲未到期账单" valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
        </>
      )}
      <section
        className={`${formDialogStyles.wide} ${styles.spread} ${belongs || !data ? '' : styles.ofBefore}`}
        aria-label="冲抵试算"
        aria-busy={!belongs && !error}
      >
        {error ? <FailedLine title="试算失败" error={error} retry={again} /> : null}
        {data && (
          <>
            <Form.Item name="designated" noStyle>
              <Bills bills={data.bills} designating={!deposit && way === 'designated'} />
            </Form.Item>
            <p className={styles.spreadSum} role="status">
              <span>
                冲抵账单 <b>{formatYuan((money?.amountFen ?? 0) - data.creditFen)}</b> 元
              </span>
              <span>
                {deposit ? '超过应收押金' : '转预收'} <b>{formatYuan(data.creditFen)}</b> 元
              </span>
              <span className="t2">大写：{data.capitals}</span>
            </p>
          </>
        )}
      </section>
    </>
  );
}
