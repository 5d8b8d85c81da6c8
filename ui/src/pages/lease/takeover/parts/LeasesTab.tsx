import { Input } from 'antd';
import { useState } from 'react';
import type { TakeoverCheck, TakeoverLease } from '@/api/takeover';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';
import { arrearsOf } from './figures';
import { OpeningTable } from './OpeningTable';
import styles from './takeover.module.css';

const holds = (lease: TakeoverLease, word: string): boolean =>
  [lease.tenant, lease.paperNo, lease.rooms].some((text) => text.includes(word)) || String(lease.row) === word;

/** 合同: what each line would become, with the bills that it begins with. */
export function LeasesTab({ check }: { check: TakeoverCheck }) {
  const [word, setWord] = useState('');
  const wanted = word.trim();
  const shown = wanted === '' ? check.leases : check.leases.filter((lease) => holds(lease, wanted));
  const money = (key: string, title: string, of: (lease: TakeoverLease) => number | null) => ({
    ...{ key, title, width: 110, align: 'right' as const },
    render: (_v: unknown, lease: TakeoverLease) => <AmountCell fen={of(lease)} />,
  });
  const count = check.sums.find(({ what }) => what === 'leases')?.computed ?? check.leases.length;
  return (
    <>
      <div className={styles.tools}>
        <Input
          type="search"
          aria-label="查找合同"
          placeholder="乙方、房间、纸质编号或行号"
          allowClear
          className={styles.search}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        {check.leases.length < count && (
          <span className="t2">{`共 ${count} 份，只列出前 ${check.leases.length} 份`}</span>
        )}
      </div>
      <SmallTable<TakeoverLease>
        rows={shown}
        rowKey="row"
        paged={50}
        width={1240}
        none="没有合同"
        expandable={{ expandedRowRender: (lease) => <OpeningTable lease={lease} /> }}
        columns={[
          { key: 'row', title: '行', width: 56, render: (_v, { row }) => row },
          { key: 'paper', title: '纸质编号', width: 120, render: (_v, { paperNo }) => paperNo },
          { key: 'tenant', title: '乙方', width: 190, render: (_v, { tenant }) => tenant },
          { key: 'rooms', title: '房间', width: 190, render: (_v, { rooms }) => rooms },
          {
            key: 'term',
            title: '租期',
            width: 190,
            render: (_v, { startDate, endDate }) => `${startDate} ~ ${endDate}`,
          },
          money('rent', '月租（元）', ({ monthRentFen }) => monthRentFen),
          { key: 'paid', title: '已缴至', width: 104, render: (_v, { paidUntil }) => paidUntil ?? '—' },
          money('arrears', '期初欠缴', arrearsOf),
          {
            ...{ key: 'ledger', title: '原台账欠缴', width: 110, align: 'right' },
            render: (_v, { ledgerFen }) => <AmountCell fen={ledgerFen} zero />,
          },
          money('credit', '预收', ({ creditFen }) => creditFen),
          money('deposit', '押金', ({ depositFen }) => depositFen),
        ]}
      />
    </>
  );
}
