import { TreeSelect, type TreeSelectProps } from 'antd';
import { useRef, useState } from 'react';
import styles from './searched-tree.module.css';

/** A node to choose; further keys are ignored. */
export interface ChoiceNode {
  id: number;
  label: string;
  disabled?: boolean;
  children?: ChoiceNode[];
}

/** The first node below or at these whose label has the words, as the list marks it. */
export function firstMatch(nodes: readonly ChoiceNode[], words: string): ChoiceNode | undefined {
  for (const node of nodes) {
    if (!node.disabled && node.label.toLowerCase().includes(words)) return node;
    const below = firstMatch(node.children ?? [], words);
    if (below) return below;
  }
  return undefined;
}

const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown'];

type Given =
  | 'treeData'
  | 'fieldNames'
  | 'showSearch'
  | 'treeDefaultExpandAll'
  | 'multiple'
  | 'open'
  | 'onOpenChange'
  | 'value'
  | 'onChange';

interface SearchedTreeProps extends Omit<TreeSelectProps<number | null>, Given> {
  nodes: readonly ChoiceNode[];
  value?: number | null | undefined;
  onChange?: (value: number | undefined) => void;
}

/**
 * One choice of a tree by typing. Enter takes the first node that has what stands in the field at that moment: the mark of
 * antd's list follows a frame later, and who types quickly would be given what was marked before, the root.
 */
export function SearchedTree({ nodes, value, onChange, ...rest }: SearchedTreeProps) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  // by arrows, so that the mark is what is meant
  const moved = useRef(false);
  const show = (next: boolean) => {
    setOpen(next);
    if (!next) setWords('');
  };
  const onKey = (event: React.KeyboardEvent) => {
    if (ARROWS.includes(event.key)) moved.current = true;
    const field = event.target;
    if (event.key !== 'Enter' || moved.current || !(field instanceof HTMLInputElement)) return;
    const typed = field.value.trim().toLowerCase();
    if (typed === '') return;
    event.stopPropagation();
    // Enter that ends the composition of a Chinese word is not a choice
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    const match = firstMatch(nodes, typed);
    if (!match) return;
    onChange?.(match.id);
    show(false);
  };
  return (
    <div className={styles.searchedTree} onKeyDownCapture={onKey}>
      <TreeSelect<number | null>
        {...rest}
        treeData={nodes as ChoiceNode[]}
        fieldNames={{ value: 'id', label: 'label', children: 'children' }}
        treeDefaultExpandAll
        showSearch={{
          treeNodeFilterProp: 'label',
          searchValue: words,
          onSearch: (typed) => {
            moved.current = false;
            setWords(typed);
          },
        }}
        open={open}
        onOpenChange={show}
        value={value ?? null}
        onChange={(next) => onChange?.(next ?? undefined)}
      />
    </div>
  );
}
