import { Alert } from 'antd';
import type { AccountEffect, HandoverPlan, PassedLease } from '@/api/handover';
import { labelOf } from '@/features/business/labels';
import { areaText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { type Fact, Facts } from '@/ui/Facts';
import { SmallTable } from '@/ui/SmallTable';
import styles from './handover.module.css';
import { ACCOUNTS, AGES } from './labels';

/** Why it can't be done, and what should be known. */
export function PlanNotes({ plan }: { plan: HandoverPlan }) {
  return (
    <>
      {plan.stops.map((stop) => (
        <Alert key={stop} type="error" showIcon title={stop} />
      ))}
      {plan.notes.map((note) => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
    </>
  );
}

function Leases({ leases }: { leases: readonly PassedLease[] }) {
  return (
    <SmallTable<PassedLease>
      rowKey="leaseId"
      rows={leases}
      paged={50}
      width={860}
      none="没有随资产移交的合同"
      columns={[
        { title: '合同编号', width: 165, dataIndex: 'leaseNo' },
        { title: '乙方', width: 170, dataIndex: 'tenantName' },
        { title: '房间', width: 120, dataIndex: 'rooms' },
        { title: '面积（㎡）', width: 95, align: 'right', render: (_v, { areaM2 }) => areaText(areaM2) },
        { title: '月租金', width: 105, align: 'right', render: (_v, row) => <AmountCell fen={row.monthRentFen} /> },
        { title: '欠缴', width: 105, align: 'right', render: (_v, row) => <AmountCell fen={row.arrearsFen} /> },
        { title: '转出未缴', width: 105, align: 'right', render: (_v, row) => <AmountCell fen={row.passedFen} /> },
        { title: '押金', width: 105, align: 'right', render: (_v, row) => <AmountCell fen={row.depositFen} /> },
        { title: '预收', width: 100, align: 'right', render: (_v, row) => <AmountCell fen={row.creditFen} /> },
      ]}
    />
  );
}

export interface EffectRow {
  account: number;
  fromFen: number;
  toFen: number;
}

/** One line an account, with what it moves by at either unit. */
export function paired(effects: readonly AccountEffect[], plan: HandoverPlan, fromId: number): EffectRow[] {
  const rows = new Map<number, EffectRow>();
  for (const { partyAId, account, amountFen } of effects) {
    const row = rows.get(account) ?? { account, fromFen: 0, toFen: 0 };
    if (partyAId === fromId) row.fromFen += amountFen;
    else row.toFen += amountFen;
    rows.set(account, row);
  }
  return plan.effects.length > 0 ? [...rows.values()] : [];
}

export const sided = (fen: number): string => {
  if (fen === 0) return '—';
  return `${fen > 0 ? '借' : '贷'} ${formatYuan(Math.abs(fen))}`;
};

function Effects({ plan, fromId }: { plan: HandoverPlan; fromId: number }) {
  return (
    <SmallTable<EffectRow>
      rowKey="account"
      rows={paired(plan.effects, plan, fromId)}
      width={560}
      none="两个单位的账都不变动"
      columns={[
        { title: '科目', width: 180, render: (_v, { account }) => labelOf(ACCOUNTS, account) },
        { title: plan.fromName, align: 'right', render: (_v, { fromFen }) => sided(fromFen) },
        { title: plan.toName, align: 'right', render: (_v, { toFen }) => sided(toFen) },
      ]}
    />
  );
}

function owedText({ totals, fromName, toName }: HandoverPlan): string {
  const { owedFen } = totals;
  if (owedFen === 0) return '互不相欠';
  const [debtor, creditor] = owedFen > 0 ? [fromName, toName] : [toName, fromName];
  return `${debtor} 应付 ${creditor} ${formatYuan(Math.abs(owedFen))} 元`;
}

/** What passes with it, in sums. */
export function sumsOf(plan: HandoverPlan): Fact[] {
  const { totals, ageingFen } = plan;
  const aged = AGES.map((name, at) => [name, ageingFen[at] ?? 0] as const).filter(([, fen]) => fen !== 0);
  return [
    ['随转合同', `${totals.leases} 份`],
    ['月租金合计', `${formatYuan(totals.monthRentFen)} 元`],
    ['欠缴合计', `${formatYuan(totals.arrearsFen)} 元`],
    ['转出未缴', `${formatYuan(totals.passedFen)} 元`],
    ['随转押金', `${formatYuan(totals.depositFen)} 元`],
    ['随转预收', `${formatYuan(totals.creditFen)} 元`],
    ['单位往来', owedText(plan)],
    ['欠缴账龄', aged.map(([name, fen]) => `${name} ${formatYuan(fen)}`).join('；')],
  ];
}

/** What a handover between units does: leases, arrears by age, and the books of both. The sums stay, only the unit changes. */
export function PlanView({ plan, fromId }: { plan: HandoverPlan; fromId: number }) {
  return (
    <>
      <Facts look="beside" facts={sumsOf(plan)} />
      <h4 className={styles.head}>合同（移交前后的面积、租金、欠缴、押金、预收不变）</h4>
      <Leases leases={plan.leases} />
      <h4 className={styles.head}>两个单位的账</h4>
      <Effects plan={plan} fromId={fromId} />
    </>
  );
}
