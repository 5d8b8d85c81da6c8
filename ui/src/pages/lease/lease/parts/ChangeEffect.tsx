import { Table } from 'antd';
import type { ChangePreview, Delta, PlannedBill } from '@/api/lease';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { useTenantNames } from '@/features/choices/registers';
import { formatYuan } from '@/lib/money';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { SmallTable } from '@/ui/SmallTable';
import styles from './lease.module.css';
import { Guards } from './PlanPreview';
import { rentText } from './stages';

const signed = (fen: number): string => (fen > 0 ? `+${formatYuan(fen)}` : formatYuan(fen));

/** What is still to be billed, for each tenant when the lease has several. */
function ToCome({ bills }: { bills: readonly PlannedBill[] }) {
  const ids = [...new Set(bills.map(({ tenantId = 0 }) => tenantId))];
  const nameOf = useTenantNames(ids.filter((id) => id > 0));
  const of = (id: number) => bills.filter(({ tenantId = 0 }) => tenantId === id);
  const text = (name: string, rows: readonly PlannedBill[]) => (
    <p key={name}>
      {name}尚未出账的 {rows.length} 期，合计 <b>{formatYuan(rows.reduce((sum, row) => sum + row.amountFen, 0))}</b> 元
    </p>
  );
  return <>{ids.some((id) => id > 0) ? ids.map((id) => text(`${nameOf(id)}：`, of(id))) : text('', bills)}</>;
}

function Deltas({ told }: { told: ChangePreview }) {
  const { deltas, deltaSumFen } = told;
  const nameOf = useTenantNames([...new Set(deltas.map(({ tenantId = 0 }) => tenantId))].filter((id) => id > 0));
  const sum = (of: (delta: Delta) => number) => formatYuan(deltas.reduce((total, delta) => total + of(delta), 0));
  return (
    <SmallTable<Delta>
      rowKey={({ chargeLine, period, tenantId }) => `${chargeLine}-${period.from}-${tenantId}`}
      rows={deltas}
      width={330}
      height={deltas.length > 8 && 260}
      columns={[
        {
          title: '已出账的账期',
          render: (_v, { kind, period, tenantId = 0 }) => (
            <span className={styles.unbroken}>
              <span>{labelOf(BILL_KINDS, kind)} </span>
              <span>{period.from} </span>
              <span>~ {period.to}</span>
              {tenantId > 0 && <span className="t2"> {nameOf(tenantId)}</span>}
            </span>
          ),
        },
        { title: '原金额', align: 'right', render: (_v, { issuedFen }) => formatYuan(issuedFen) },
        { title: '变更后', align: 'right', render: (_v, { newFen }) => formatYuan(newFen) },
        { title: '差额', align: 'right', render: (_v, { deltaFen }) => <b>{signed(deltaFen)}</b> },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>
            <b>合计 {deltas.length} 期</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={1} align="right">
            {sum(({ issuedFen }) => issuedFen)}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={2} align="right">
            {sum(({ newFen }) => newFen)}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={3} align="right">
            <b>{signed(deltaSumFen)}</b>
          </Table.Summary.Cell>
        </Table.Summary.Row>
      )}
    />
  );
}

/** What a change does: the bills that are adjusted, those to come, the rent by stages, and what stands against it. */
export function ChangeEffect({ told, rentBasis }: { told: ChangePreview; rentBasis: number }) {
  const { bills, stages, guards, deltas } = told;
  return (
    <section className={`${formDialogStyles.wide} ${styles.changeEffect}`} aria-label="对账单的影响">
      <Guards guards={guards} />
      <h4>对已出账单的调整</h4>
      {deltas.length > 0 ? <Deltas told={told} /> : <p className="t2">已出账期的金额不变</p>}
      <ToCome bills={bills} />
      <h4>变更后的租金阶段</h4>
      <ul className={styles.changeStages}>
        {stages.map(({ from, to, rent }) => (
          <li key={from}>
            <span>{`${from} ~ ${to}`}</span>
            <span>{rentText(rent, rentBasis)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
