import { Form } from 'antd';
import { betweenQuery } from '@/api/finance/payout';
import { YuanInput } from '@/features/business/fields';
import { PartyASelect } from '@/features/choices/lists';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import styles from '@/ui/form-dialog.module.css';
import { LoadFailed } from '@/ui/LoadFailed';
import { requiredNumeric } from '@/ui/NumberInput';

/** What the payer owes, and how much of it may go to the receiver. */
function Owed({ partyAId, toPartyAId }: { partyAId: number; toPartyAId: number }) {
  const { data, error, refetch } = useQuery({ ...betweenQuery({ partyAId, toPartyAId }), staleTime: 0 });
  if (error) return <LoadFailed title="往来余额加载失败" error={error} retry={refetch} />;
  if (!data) return null;
  const most = toPartyAId > 0 ? `，可支付给收款单位 ${formatYuan(data.mostFen)} 元` : '';
  return (
    <p className={`t2 ${styles.wide}`} role="status">
      {`付款单位应付单位往来 ${formatYuan(data.owesFen)} 元${most}`}
    </p>
  );
}

/** Who gets it, and how much: what a handover left between two units. */
export function BetweenFields() {
  const partyAId: number = Form.useWatch('partyAId') ?? 0;
  const toPartyAId: number = Form.useWatch('toPartyAId') ?? 0;
  return (
    <>
      <Form.Item name="toPartyAId" label="收款单位" rules={[requiredChoice('收款单位')]}>
        <PartyASelect {...(partyAId > 0 && { except: partyAId })} />
      </Form.Item>
      <Form.Item name="amountFen" label="金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      {partyAId > 0 && <Owed partyAId={partyAId} toPartyAId={toPartyAId} />}
    </>
  );
}
