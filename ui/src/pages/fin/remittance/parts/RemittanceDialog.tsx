import { Form } from 'antd';
import { figuresQuery, type PayoutForm, remittances } from '@/api/finance/payout';
import { DayInput, YuanInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { PartyAItem } from '@/features/choices/lists';
import { REMITTANCE } from '@/features/finance/payouts/labels';
import { MonthInput } from '@/features/finance/payouts/MonthInput';
import { PaperFields, PayeeFields } from '@/features/finance/payouts/PayoutFields';
import { formOf, type PayoutFormProps, useSending } from '@/features/finance/payouts/useSending';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';
import { SEND_AGAIN } from '@/ui/sendsAgain';

type Values = PayoutForm & { papers?: string };

/** What the unit should have handed in of a year's money, and has. */
function Standing({ partyAId, year }: { partyAId: number; year: string }) {
  const { data, error, refetch } = useQuery({
    ...figuresQuery({ partyAId, year }),
    staleTime: 0,
  });
  if (error) return <FailedLine title="上缴情况加载失败" error={error} retry={refetch} />;
  const yuan = (fen: number | undefined) => (data ? `${formatYuan(fen)} 元` : '…');
  const owed = data?.remitted.owedFen ?? 0;
  return (
    <div className={styles.wide}>
      <Facts
        look="panel"
        facts={[
          [`${year}年应上缴`, yuan(data?.remitted.shouldFen)],
          ['已上缴', yuan(data?.remitted.handedFen)],
          [owed < 0 ? '多缴' : '欠缴', yuan(Math.abs(owed))],
        ]}
      />
    </div>
  );
}

/** Money handed in to the treasury. */
export default function RemittanceDialog(props: PayoutFormProps) {
  const { row, onClose } = props;
  const { send, dialog } = useSending(remittances, props, {
    process: 'remittance',
    title: '新增上缴',
    said: '上缴单已提交，等待确认',
  });
  const mayCompare = useCan()(['fin:figures:list']);
  const save = async ({ papers, ...form }: Values) => {
    await send({ ...form, kind: REMITTANCE, files: fileIds(papers) });
  };
  return (
    <FormDialog<Values>
      title={row ? `修改并重新提交：${row.payoutNo}` : '登记上缴'}
      initial={row ? formOf(row) : { paidDate: today() }}
      save={save}
      onClose={onClose}
      width={720}
      okText={row ? SEND_AGAIN : '提交'}
    >
      <PartyAItem label="上缴单位" />
      <Form.Item name="month" label="所属月份" rules={[requiredChoice('所属月份')]}>
        <MonthInput />
      </Form.Item>
      {mayCompare && (
        <Form.Item noStyle shouldUpdate>
          {({ getFieldsValue }) => {
            const { partyAId, month } = getFieldsValue() as Values;
            return partyAId && month ? <Standing partyAId={partyAId} year={month.slice(0, 4)} /> : null;
          }}
        </Form.Item>
      )}
      <Form.Item name="amountFen" label="上缴金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="paidDate" label="上缴日期" rules={[requiredChoice('上缴日期')]}>
        <DayInput />
      </Form.Item>
      <PayeeFields voucher="缴款书号" />
      <PaperFields />
      {dialog}
    </FormDialog>
  );
}
