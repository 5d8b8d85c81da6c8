import { TreeSelect } from 'antd';
import { useDeptChoices } from '@/features/DeptTree/tree';
import { choiceProps } from '@/ui/choices';

interface DeptSelectProps {
  labelledBy: string;
  value: string | undefined;
  onChange: (deptId: string | undefined) => void;
}

/** A department of the report; those below it count. */
export default function DeptSelect({ labelledBy, value, onChange }: DeptSelectProps) {
  const depts = useDeptChoices();
  return (
    <TreeSelect
      aria-labelledby={labelledBy}
      {...choiceProps(depts)}
      treeData={depts.data ?? []}
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
