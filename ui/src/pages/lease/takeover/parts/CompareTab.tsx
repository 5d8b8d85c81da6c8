import { Alert, Checkbox, Input } from 'antd';
import { useState } from 'react';
import type { TakeoverCheck, TakeoverSum, TakeoverTenant } from '@/api/takeover';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';
import values from '@/ui/values.module.css';
import type { CheckTabProps } from './ColumnsTab';
import { sayNote } from './draft';
import { figureText, gapOf, shownTenants, totalOf, totalText } from './figures';
import { OpeningTable } from './OpeningTable';
import { Periods } from './Periods';
import { noteOf, unexplained } from './ready';
import styles from './takeover.module.css';

const Figure = ({ bad, children }: { bad?: boolean; children: React.ReactNode }) => (
  <span className={`${values.figure} ${bad ? styles.bad : ''}`}>{children}</span>
);

/** 台账, 系统, 差额 of each sum. */
export const Sums = ({ sums }: { sums: readonly TakeoverSum[] }) => (
  <SmallTable<TakeoverSum>
    rows={sums}
    rowKey="what"
    width={420}
    columns={[
      { key: 'label', title: '合计', width: 130, render: (_v, { label }) => label },
      {
        ...{ key: 'ledger', title: '台账', width: 130, align: 'right' },
        render: (_v, sum) => <Figure>{figureText(sum, sum.ledger)}</Figure>,
      },
      {
        ...{ key: 'computed', title: '系统', width: 130, align: 'right' },
        render: (_v, sum) => <Figure>{figureText(sum, sum.computed)}</Figure>,
      },
      {
        ...{ key: 'gap', title: '差额', width: 130, align: 'right' },
        render: (_v, sum) => <Figure bad={Boolean(gapOf(sum))}>{figureText(sum, gapOf(sum))}</Figure>,
      },
    ]}
  />
);

/** Lines of totals in the ledger that disagree with their own rows: the ledger is wrong there, not the reading. */
function Totals({ check }: { check: TakeoverCheck }) {
  const wrong = check.totals.filter(({ difference }) => difference !== '');
  if (wrong.length === 0) {
    return check.totals.length > 0 ? <p className="t2">台账的合计行与各行之和一致</p> : null;
  }
  return (
    <>
      {wrong.map((total) => (
        <Alert
          key={`${total.row}/${total.column}`}
          type="warning"
          showIcon
          className={styles.remark}
          title={totalText(total, check.columns)}
        />
      ))}
    </>
  );
}

/** How the arrears of a tenant come about: contract by contract. */
function TenantLeases({ check, name }: { check: TakeoverCheck; name: string }) {
  const own = check.leases.filter(({ tenant }) => tenant === name);
  if (own.length === 0) return <p className="t2">合同较多，此处没有列出；请下载核对表查看</p>;
  return own.map((lease) => (
    <section key={lease.row} className={styles.explained}>
      <p>{`第 ${lease.row} 行 ${lease.rooms}，${lease.startDate} ~ ${lease.endDate}，月租 ${formatYuan(lease.monthRentFen)} 元`}</p>
      <OpeningTable lease={lease} />
    </section>
  ));
}

interface TenantsProps extends CheckTabProps {
  shown: readonly TakeoverTenant[];
  /** Said instead of no rows. */
  none: string;
}

function Tenants({ check, held, readOnly, shown, none }: TenantsProps) {
  const { reading } = held.draft;
  const money = (key: string, title: string, of: (tenant: TakeoverTenant) => number | null) => ({
    ...{ key, title, width: 104, align: 'right' as const },
    render: (_v: unknown, tenant: TakeoverTenant) => <AmountCell fen={of(tenant)} />,
  });
  const note = (tenant: TakeoverTenant) => {
    const text = noteOf(reading, tenant);
    if (readOnly || (tenant.differenceFen === 0 && text === '')) return text;
    return (
      <Input
        aria-label={`${tenant.name}的差额说明`}
        maxLength={200}
        placeholder="说明差额的原因"
        value={text}
        onChange={({ target }) => held.say((before) => sayNote(before, tenant.name, target.value))}
      />
    );
  };
  return (
    <SmallTable<TakeoverTenant>
      rows={shown}
      rowKey="name"
      paged={20}
      width={1060}
      none={none}
      expandable={{ expandedRowRender: ({ name }) => <TenantLeases check={check} name={name} /> }}
      columns={[
        {
          ...{ key: 'name', title: '乙方', width: 170 },
          render: (_v, { name, rows }) => <span title={`台账第 ${rows.join('、')} 行`}>{name}</span>,
        },
        { key: 'leases', title: '合同', width: 56, align: 'right', render: (_v, { leases }) => leases },
        money('rent', '月租（元）', ({ monthRentFen }) => monthRentFen),
        money('arrears', '系统算出', ({ arrearsFen }) => arrearsFen),
        {
          ...{ key: 'ledger', title: '原台账', width: 104, align: 'right' },
          render: (_v, { ledgerFen }) => <AmountCell fen={ledgerFen} zero />,
        },
        {
          ...{ key: 'gap', title: '差额', width: 104, align: 'right' },
          render: (_v, { differenceFen }) => (
            <Figure bad={differenceFen !== 0}>{differenceFen === 0 ? '—' : formatYuan(differenceFen)}</Figure>
          ),
        },
        { key: 'note', title: '差额说明', width: 220, render: (_v, tenant) => note(tenant) },
        money('credit', '预收', ({ creditFen }) => creditFen),
        money('deposit', '押金', ({ depositFen }) => depositFen),
      ]}
    />
  );
}

/** 核对: figures of the ledger beside what is taken over, and tenant by tenant, those that differ alone at first. */
export function CompareTab(props: CheckTabProps) {
  const { check, held } = props;
  const [onlyDiffering, setOnlyDiffering] = useState(true);
  const [word, setWord] = useState('');
  const shown = shownTenants(check.tenants, { onlyDiffering, word });
  const total = totalOf(shown);
  const nobody = word.trim() === '' ? '没有差额' : '没有符合条件的乙方';
  const none = check.tenants.length > 0 ? nobody : '还没有读出乙方';
  const open = unexplained(check.tenants, held.draft.reading);
  return (
    <>
      <div className={styles.sums}>
        <Sums sums={check.sums} />
        <div>
          <Totals check={check} />
          <Periods periods={check.periods} />
        </div>
      </div>
      <div className={styles.tools}>
        <h3 className={styles.head3}>按乙方核对</h3>
        <Checkbox checked={onlyDiffering} onChange={({ target }) => setOnlyDiffering(target.checked)}>
          仅看有差额
        </Checkbox>
        <Input
          type="search"
          aria-label="查找乙方"
          placeholder="查找乙方"
          allowClear
          className={styles.search}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <span className="t2">
          {`${shown.length} 户，系统算出 ${formatYuan(total.arrearsFen)}，原台账 ${formatYuan(total.ledgerFen)}，差额 ${formatYuan(total.differenceFen)} 元`}
          {open > 0 && `；${open} 户的差额还没有说明`}
        </span>
      </div>
      <Tenants {...props} shown={shown} none={none} />
    </>
  );
}
