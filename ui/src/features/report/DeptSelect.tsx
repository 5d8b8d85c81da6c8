import { TreeSelect } from 'antd';
import { fetchAllDepts } from '@/api/people';
import { useQuery } from '@/lib/useQuery';

interface DeptSelectProps {
  labelledBy: string;
  value: string | undefined;
  onChange: (deptId: string | undefined) => void;
}

/** A department of the report; those below it count. */
export default function DeptSelect({ labelledBy, value, onChange }: DeptSelectProps) {
  const { data } = useQuery({ queryKey: ['choices', 'depts'], queryFn: fetchAllDepts, staleTime: 300_000 });
  return (
    <TreeSelect
      aria-labelledby={labelledBy}
      treeData={data ?? []}
      fieldNames={{ value: 'id', label: 'label', children: 'children' }}
      treeDefaultExpandAll
      allowClear
      showSearch={{ treeNodeFilterProp: 'label' }}
      placeholder="全部部门"
      {...(value !== undefined && { value: Number(value) })}
      onChange={(deptId?: number) => onChange(deptId === undefined ? undefined : String(deptId))}
      style={{ width: 170 }}
    />
  );
}
