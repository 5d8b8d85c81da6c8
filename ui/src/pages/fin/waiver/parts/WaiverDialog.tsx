import { Form } from 'antd';
import { useState } from 'react';
import type { BillRow } from '@/api/finance/ledger';
import { openBillsQuery, type WaiverForm } from '@/api/finance/payout';
import { useSubmission } from '@/features/approvals/useSubmission';
import { YuanInput } from '@/features/business/fields';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { PartyAItem } from '@/features/choices/lists';
import { LeaseSelect, TenantSelect } from '@/features/choices/registers';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { FormDialog } from '@/ui/FormDialog';
import { fillIn } from '@/ui/fillIn';
import styles from '@/ui/form-dialog.module.css';
import { LoadFailed } from '@/ui/LoadFailed';
import { LooseNumber } from '@/ui/NumberInput';
import { SmallTable } from '@/ui/SmallTable';
import { titleBox } from '@/ui/titleBox';
import { ReasonFields } from './fields';

type Values = Omit<WaiverForm, 'scope'> & { partyAId: number; tenantId: number; leaseId?: number };
type Amounts = Readonly<Record<number, number | null>>;

const DEPOSIT = 6;

/** What a bill still asks for: the most that can be waived. */
const netOf = ({ amountFen, waivedFen, creditedFen }: BillRow): number => amountFen - waivedFen - creditedFen;

interface ChosenProps {
  query: { partyAId: number; tenantId: number; leaseId?: number };
  amounts: Amounts;
  onChange: (amounts: Amounts) => void;
}

/** Bills of a tenant; a ticked one is waived in full until another amount is typed. */
function Bills({ query, amounts, onChange }: ChosenProps) {
  const { data, error, isPending, refetch } = useQuery({
    ...openBillsQuery({ ...query, orderByColumn: 'dueDate', isAsc: 'descending' }),
    staleTime: 0,
  });
  if (error) return <LoadFailed title="账单加载失败" error={error} retry={refetch} />;
  const bills = (data?.rows ?? []).filter((bill) => bill.kind !== DEPOSIT && netOf(bill) > 0);
  const total = Object.values(amounts).reduce<number>((sum, fen) => sum + (fen || 0), 0);
  return (
    <div className={styles.wide}>
      <SmallTable<BillRow>
        rowKey="billId"
        loading={isPending}
        rows={bills}
        none="没有可减免的账单"
        paged={10}
        width={760}
        rowSelection={{
          selectedRowKeys: Object.keys(amounts).map(Number),
          preserveSelectedRowKeys: true,
          getTitleCheckboxProps: titleBox,
          getCheckboxProps: ({ billNo }) => ({ 'aria-label': `选择账单 ${billNo}` }),
          onChange: (_keys, rows) =>
            onChange(Object.fromEntries(rows.map((bill) => [bill.billId, amounts[bill.billId] ?? netOf(bill)]))),
        }}
        columns={[
          { title: '账单编号', width: 160, dataIndex: 'billNo' },
          { title: '费用', width: 80, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
          { title: '应缴日', width: 105, dataIndex: 'dueDate' },
          { title: '可减免（元）', width: 110, align: 'right', render: (_v, bill) => <AmountCell fen={netOf(bill)} /> },
          {
            title: '未缴（元）',
            width: 110,
            align: 'right',
            render: (_v, { outstandingFen }) => <AmountCell fen={outstandingFen} />,
          },
          {
            title: '减免金额',
            width: 150,
            render: (_v, { billId, billNo }) =>
              billId in amounts && (
                <LooseNumber
                  value={amounts[billId] || null}
                  onChange={(fen) => onChange({ ...amounts, [billId]: fen })}
                >
                  {(control) => <YuanInput {...control} aria-label={`账单 ${billNo} 的减免金额`} />}
                </LooseNumber>
              ),
          },
        ]}
      />
      <p className="t2">
        已选 {Object.keys(amounts).length} 张账单，减免合计 <b>{formatYuan(total)}</b> 元；已缴部分转为乙方预收。
      </p>
    </div>
  );
}

/** A waiver of chosen bills of one tenant. */
export default function WaiverDialog({ onClose }: { onClose: () => void }) {
  const submission = useSubmission();
  const [amounts, setAmounts] = useState<Amounts>({});
  const save = async ({ partyAId: _party, tenantId: _tenant, leaseId: _lease, ...form }: Values) => {
    const scope = Object.entries(amounts).map(([billId, fen]) => ({ billId: Number(billId), amountFen: fen ?? 0 }));
    await submission.offer({
      process: 'waiver',
      bizId: 0,
      payload: { ...form, scope },
      title: '新增减免',
      said: '减免单已提交审批',
    });
  };
  return (
    <FormDialog<Values>
      title="新增减免"
      initial={{ effectiveDate: today() }}
      save={save}
      onClose={onClose}
      width={920}
      okText="提交审批"
      blocked={Object.keys(amounts).length === 0 || Object.values(amounts).some(Number.isNaN)}
    >
      {(form) => (
        <>
          <PartyAItem />
          <Form.Item name="tenantId" label="乙方" rules={[requiredChoice('乙方')]}>
            <TenantSelect
              onPick={() => {
                fillIn(form, { leaseId: undefined });
                setAmounts({});
              }}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => {
              const { partyAId, tenantId, leaseId } = getFieldsValue() as Values;
              return (
                <>
                  <Form.Item name="leaseId" label="合同（可不选）" className={styles.wide}>
                    <LeaseSelect partyAId={partyAId} tenantId={tenantId} disabled={!tenantId} />
                  </Form.Item>
                  {partyAId && tenantId ? (
                    <Bills
                      query={{ partyAId, tenantId, ...(leaseId && { leaseId }) }}
                      amounts={amounts}
                      onChange={setAmounts}
                    />
                  ) : null}
                </>
              );
            }}
          </Form.Item>
          <ReasonFields />
          {submission.dialog}
        </>
      )}
    </FormDialog>
  );
}
