import { useDeptChoices } from '@/features/DeptTree/tree';
import { choiceProps } from '@/ui/choices';
import { SearchedTree } from '@/ui/SearchedTree';

interface DeptSelectProps {
  labelledBy: string;
  value: string | undefined;
  onChange: (deptId: string | undefined) => void;
}

/** A department of the report; those below it count. */
export default function DeptSelect({ labelledBy, value, onChange }: DeptSelectProps) {
  const depts = useDeptChoices();
  return (
    <SearchedTree
      aria-labelledby={labelledBy}
      {...choiceProps(depts)}
      nodes={depts.data ?? []}
      allowClear
      placeholder="全部部门"
      value={value === undefined ? null : Number(value)}
      onChange={(deptId) => onChange(deptId === undefined ? undefined : String(deptId))}
      style={{ width: 170 }}
    />
  );
}
