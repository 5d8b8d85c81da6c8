import { useDeptChoices } from '@/features/DeptTree/tree';
import { choiceProps } from '@/ui/choices';
import { SearchedTree } from '@/ui/SearchedTree';

interface DeptFieldProps {
  id?: string;
  value?: number | null;
  onChange?: (value: number | undefined) => void;
}

/** A department in a form: the value is its id. */
export function DeptField(props: DeptFieldProps) {
  const depts = useDeptChoices();
  return <SearchedTree nodes={depts.data ?? []} placeholder="请选择" {...choiceProps(depts)} {...props} />;
}
