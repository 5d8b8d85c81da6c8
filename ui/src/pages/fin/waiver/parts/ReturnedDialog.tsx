import { useState } from 'react';
import { editWaiver, type WaivedBillRow, type WaiverForm, type WaiverRow, waivers } from '@/api/finance/payout';
import { YuanInput } from '@/features/business/fields';
import { formatYuan } from '@/lib/money';
import { useFormSource } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { LooseNumber } from '@/ui/NumberInput';
import { SmallTable } from '@/ui/SmallTable';
import { ReasonFields } from './fields';

type Values = Omit<WaiverForm, 'scope'>;
type Amounts = Readonly<Record<number, number | null>>;

interface BillsProps {
  bills: readonly WaivedBillRow[];
  amounts: Amounts;
  onChange: (amounts: Amounts) => void;
}

/** The bills of the waiver with their amounts; one without an amount is left out. */
function Bills({ bills, amounts, onChange }: BillsProps) {
  const total = bills.reduce(
    (sum, { billId, amountFen }) => sum + ((billId in amounts ? amounts[billId] : amountFen) ?? 0),
    0,
  );
  return (
    <div className={styles.wide}>
      <SmallTable<WaivedBillRow>
        rowKey="billId"
        rows={bills}
        paged={10}
        width={700}
        columns={[
          { title: '账单编号', width: 165, dataIndex: 'billNo' },
          { title: '乙方', width: 160, dataIndex: 'tenantName' },
          { title: '应缴日', width: 105, dataIndex: 'dueDate' },
          {
            title: '应收净额（元）',
            width: 120,
            align: 'right',
            render: (_v, { netFen }) => <AmountCell fen={netFen} />,
          },
          {
            title: '减免金额',
            width: 150,
            render: (_v, { billId, billNo, amountFen }) => (
              <LooseNumber
                value={billId in amounts ? (amounts[billId] ?? null) : amountFen}
                onChange={(fen) => onChange({ ...amounts, [billId]: fen })}
              >
                {(control) => <YuanInput {...control} aria-label={`账单 ${billNo} 的减免金额`} />}
              </LooseNumber>
            ),
          },
        ]}
      />
      <p className="t2">
        减免合计 <b>{formatYuan(total)}</b> 元；金额清空的账单不再减免。
      </p>
    </div>
  );
}

const startOf = ({ reasonKind, policyDoc, effectiveDate, remark }: WaiverRow): Values => ({
  reasonKind,
  policyDoc,
  effectiveDate,
  remark,
});

/** A waiver that came back is put right; it is sent again from its row or its process. */
export default function ReturnedDialog({ row, onClose }: { row: WaiverRow; onClose: () => void }) {
  const source = useFormSource(['waiver', row.waiverId], () => waivers.fetch(row.waiverId));
  const [amounts, setAmounts] = useState<Amounts>({});
  const bills = source.data?.bills ?? [];
  const save = async (values: Values) => {
    const kept = bills.map(({ billId, amountFen }) => ({
      billId,
      amountFen: (billId in amounts ? amounts[billId] : amountFen) ?? 0,
    }));
    const scope = kept.filter(({ amountFen }) => amountFen !== 0);
    await editWaiver({ ...values, scope, waiverId: row.waiverId, version: source.data?.version ?? row.version });
  };
  return (
    <FormDialog<Values>
      title={`修改减免单：${row.waiverNo}`}
      source={source}
      initial={source.data && startOf(source.data)}
      save={save}
      onClose={onClose}
      said="已保存，核对后请提交审批"
      width={860}
      blocked={Object.values(amounts).some(Number.isNaN)}
    >
      {() => (
        <>
          <Bills bills={bills} amounts={amounts} onChange={setAmounts} />
          <ReasonFields />
        </>
      )}
    </FormDialog>
  );
}
