/** Cells and controls that the pages of money share. */
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import type { BillRow } from '@/api/books';
import type { DateSpan } from '@/api/business';
import { leases } from '@/api/lease';
import { labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import { ISSUED, PAY_STATES } from './labels';
import './money.css';

export const periodText = (period: DateSpan | null | undefined): string =>
  period ? `${period.from} ~ ${period.to}` : '';

/** Whether a bill is paid, and for how many days it should have been. */
export function BillState({ state, payState, overdueDays }: Pick<BillRow, 'state' | 'payState' | 'overdueDays'>) {
  if (state !== ISSUED) return <StateTag tone="off">作废</StateTag>;
  const label = labelOf(PAY_STATES, payState);
  if (overdueDays > 0) return <StateTag tone="bad">{`${label} · 逾期 ${overdueDays} 天`}</StateTag>;
  const tone = PAY_STATES.find(({ value }) => value === payState)?.tone ?? 'plain';
  return <StateTag tone={tone}>{label}</StateTag>;
}

/** Amounts with their names in a row. */
export function Sums({ sums, label }: { sums: readonly (readonly [string, number])[]; label: string }) {
  return (
    <dl className="money-sums" aria-label={label}>
      {sums.map(([name, fen]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figure">{formatYuan(fen)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LeaseSelectProps {
  id?: string;
  value?: number | null;
  onChange?: (leaseId: number | null) => void;
}

/** Finds a lease by part of its number or of its tenant's name; drafts have no bills and are left out. */
export function LeaseSelect({ id, value, onChange }: LeaseSelectProps) {
  const [word, setWord] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['choices', 'leases', word],
    queryFn: ({ signal }) => leases.list({ keyWord: word, pageSize: 20 }, signal),
    placeholderData: keepPreviousData,
  });
  const options = (data?.rows ?? [])
    .filter(({ state }) => state >= 3 && state < 9)
    .map(({ leaseId, leaseNo, tenantName }) => ({ value: leaseId, label: `${leaseNo} ${tenantName}` }));
  return (
    <Select<number>
      {...(id && { id })}
      value={value ?? null}
      options={options}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setWord }}
      placeholder="输入合同编号或乙方名称查找"
      notFoundContent={isFetching ? '正在查找' : '没有符合的已签订合同'}
      onChange={(next) => onChange?.(next)}
    />
  );
}
