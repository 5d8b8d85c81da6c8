import { labelOf, useDeptChoices } from '@/features/DeptTree/tree';
import { choiceProps } from '@/ui/choices';
import { SearchedTree } from '@/ui/SearchedTree';

interface DeptFieldProps {
  id?: string;
  value?: number | null;
  onChange?: (value: number | undefined) => void;
  /** Given the name beside the id. */
  onPick?: (value: number | undefined, label: string) => void;
}

/** A department in a form: the value is its id. */
export function DeptField({ onChange, onPick, ...rest }: DeptFieldProps) {
  const depts = useDeptChoices();
  const nodes = depts.data ?? [];
  return (
    <SearchedTree
      nodes={nodes}
      placeholder="请选择"
      {...choiceProps(depts)}
      {...rest}
      onChange={(value?: number) => {
        onChange?.(value);
        onPick?.(value, value === undefined ? '' : labelOf(nodes, String(value)));
      }}
    />
  );
}
