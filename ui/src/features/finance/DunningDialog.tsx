import { Form, type FormInstance, Input, Select } from 'antd';
import { Fragment } from 'react';
import { addDunning, type DunningForm, undoDunnings } from '@/api/finance/dunning';
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
import { useDone } from '@/ui/useDone';
import { CHANNELS } from './labels';

/** An open bill, as far as asking for it needs it. */
export type AskedBill = Pick<
  BillRow,
  'billId' | 'billNo' | 'dueDate' | 'outstandingFen' | 'tenantId' | 'tenantName' | 'partyAId' | 'partyAName'
>;

interface PromiseValue {
  day?: string | null;
  amountFen?: number | null;
}

interface Values extends Omit<DunningForm, 'billIds' | 'promise' | 'promises' | 'files'> {
  /** By side. */
  promises: PromiseValue[];
  files?: string;
}

interface DunningDialogProps {
  /** Open bills; each tenant is asked for those of each party A in a record of its own. */
  bills: readonly AskedBill[];
  onClose: () => void;
}

/** The bills of each tenant at each party A, in the order in which they come. */
export function sidesOf(bills: readonly AskedBill[]): AskedBill[][] {
  const sides = new Map<string, AskedBill[]>();
  for (const bill of bills) {
    const side = `${bill.tenantId}-${bill.partyAId}`;
    sides.set(side, [...(sides.get(side) ?? []), bill]);
  }
  return [...sides.values()];
}

const openOf = (bills: readonly AskedBill[]): number =>
  bills.reduce((sum, { outstandingFen }) => sum + outstandingFen, 0);

const isWhole = (promise: PromiseValue | undefined): promise is { day: string; amountFen: number } =>
  Boolean(promise?.day && promise.amountFen);

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

/** What a tenant promised; day and amount together, or neither. */
function PromiseFields({ at }: { at: number }) {
  const day = ['promises', at, 'day'];
  const both = ({ getFieldValue }: { getFieldValue: (name: (string | number)[]) => unknown }) => ({
    validator: (_rule: unknown, amountFen: unknown) =>
      Boolean(getFieldValue(day)) === Boolean(amountFen)
        ? Promise.resolve()
        : Promise.reject(new Error('承诺缴款日和承诺金额须同时填写')),
  });
  return (
    <>
      <Form.Item name={day} label="承诺缴款日（没有不填）">
        <DayInput />
      </Form.Item>
      <Form.Item
        name={['promises', at, 'amountFen']}
        label="承诺金额"
        dependencies={[day]}
        rules={[...numeric(), both]}
      >
        <YuanInput />
      </Form.Item>
    </>
  );
}

/** Who is asked: one tenant with his bills and his promise, or several with a line and a promise each. */
function Asked({ sides }: { sides: readonly (readonly AskedBill[])[] }) {
  const [first = []] = sides;
  if (sides.length < 2) {
    return (
      <>
        <p className={styles.wide}>
          {first[0]?.tenantName}，{first.length} 张账单，未缴合计 <b>{formatYuan(openOf(first))}</b> 元
        </p>
        <Bills bills={first} />
      </>
    );
  }
  const tenants = new Set(sides.map(([bill]) => bill?.tenantId)).size;
  const all = sides.flat();
  return (
    <p className={styles.wide}>
      {tenants} 个乙方，{all.length} 张账单，未缴合计 <b>{formatYuan(openOf(all))}</b> 元；按乙方和甲方登记{' '}
      {sides.length} 条催缴记录，催缴方式、日期和情况相同，承诺分别填写
    </p>
  );
}

/** The promises of several tenants. */
function Promises({ sides }: { sides: readonly (readonly AskedBill[])[] }) {
  return sides.map((bills, at) => (
    <Fragment key={bills[0]?.billId}>
      <p className={styles.wide}>
        <b>{bills[0]?.tenantName}</b> <span className="t2">{bills[0]?.partyAName}</span>，{bills.length} 张账单，未缴{' '}
        {formatYuan(openOf(bills))} 元
      </p>
      <PromiseFields at={at} />
    </Fragment>
  ));
}

function Fields({ form, bills }: { form: FormInstance<Values>; bills: readonly AskedBill[] }) {
  const sides = sidesOf(bills);
  const several = sides.length > 1;
  // what one tenant promised says it all; what is said to several is written down once
  const promises = Form.useWatch('promises', form) as PromiseValue[] | undefined;
  const said = several || !isWhole(promises?.[0]);
  return (
    <>
      <Asked sides={sides} />
      <Form.Item name="channel" label="催缴方式" rules={[requiredChoice('催缴方式')]}>
        <Select options={[...CHANNELS]} />
      </Form.Item>
      <Form.Item name="day" label="催缴日期" rules={[requiredChoice('催缴日期')]}>
        <DayInput />
      </Form.Item>
      {!several && (
        <Form.Item name="person" label="联系人">
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="said" label="催缴情况" className={styles.wide} rules={[requiredText('催缴情况', said)]}>
        <Input.TextArea
          rows={3}
          maxLength={1000}
          showCount
          placeholder={said ? '' : '可以不填，按承诺缴款日和金额登记'}
        />
      </Form.Item>
      {several ? <Promises sides={sides} /> : <PromiseFields at={0} />}
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
      {!several && (
        <Form.Item name="files" label="附件（照片、签收的函件）" className={styles.wide}>
          <RecordFiles />
        </Form.Item>
      )}
    </>
  );
}

/** Writes down that tenants were asked for their arrears, and what each of them promised. */
export default function DunningDialog({ bills, onClose }: DunningDialogProps) {
  const done = useDone();
  const save = async ({ promises = [], files, ...values }: Values) => {
    const given = sidesOf(bills).flatMap(([bill], at) => {
      const promise = promises[at];
      return bill && isWhole(promise) ? [{ billId: bill.billId, day: promise.day, amountFen: promise.amountFen }] : [];
    });
    const { count, ids } = await addDunning({
      ...values,
      billIds: bills.map(({ billId }) => billId),
      promises: given,
      files: fileIds(files),
    });
    const [first] = bills;
    done({
      text: count > 1 ? `已登记 ${count} 条催缴记录` : `已登记对${first?.tenantName ?? '乙方'}的催缴`,
      undo: () => undoDunnings(ids).then(() => (count > 1 ? `已撤销 ${count} 条催缴记录` : '已撤销催缴记录')),
    });
  };
  const initial: Partial<Values> = { channel: Channel.Call, day: today(), promises: [] };
  return (
    <FormDialog<Values> title="登记催缴" initial={initial} save={save} onClose={onClose} width={720}>
      {(form) => <Fields form={form} bills={bills} />}
    </FormDialog>
  );
}
