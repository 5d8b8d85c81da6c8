/** Choices of forms about money: party A, tenant, lease. */

import { Form, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { leases } from '@/api/lease';
import { usePartiesA, useTenants } from '@/features/business/parts';
import { useQuery } from '@/lib/useQuery';

interface Choosing<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  allowClear?: boolean;
  autoFocus?: boolean;
  'aria-label'?: string;
}

/** 甲方. */
export function PartyASelect(props: Choosing<number>) {
  const options = usePartiesA().map(({ partyAId, partyAName }) => ({ value: partyAId, label: partyAName }));
  return <Select {...props} showSearch={{ optionFilterProp: 'label' }} options={options} />;
}

/** 乙方. */
export function TenantSelect(props: Choosing<number>) {
  const options = useTenants().map(({ tenantId, tenantName }) => ({ value: tenantId, label: tenantName }));
  return <Select {...props} showSearch={{ optionFilterProp: 'label' }} options={options} />;
}

interface LeaseSelectProps extends Choosing<number | number[]> {
  partyAId?: number | undefined;
  tenantId?: number | undefined;
  multiple?: boolean;
}

/** 合同: found on the server by number or tenant, of a party A or a tenant when they are known. */
export function LeaseSelect({ partyAId, tenantId, multiple = false, ...rest }: LeaseSelectProps) {
  const [typed, setTyped] = useState('');
  const keyWord = useDeferredValue(typed);
  const { data, isFetching } = useQuery({
    queryKey: ['lease-choices', partyAId ?? 0, tenantId ?? 0, keyWord],
    queryFn: ({ signal }) => leases.list({ partyAId, tenantId, keyWord, pageSize: 50 }, signal),
    placeholderData: (before) => before,
  });
  const options = (data?.rows ?? []).map(({ leaseId, leaseNo, tenantName }) => ({
    value: leaseId,
    label: `${leaseNo} ${tenantName}`,
  }));
  return (
    <Select<number | number[]>
      {...rest}
      {...(multiple && { mode: 'multiple' as const })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={options}
      notFoundContent={isFetching ? '正在查找…' : '没有符合的合同'}
    />
  );
}

/** 甲方 as a field of a form. */
export const PartyAItem = ({ label = '甲方' }: { label?: string }) => (
  <Form.Item name="partyAId" label={label} rules={[{ required: true, message: `请选择${label}` }]}>
    <PartyASelect autoFocus />
  </Form.Item>
);
