import { SearchOutlined } from '@ant-design/icons';
import { Input, Tree } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { DeptNode } from '@/api/people';
import { EmptyState } from '@/ui/EmptyState';
import styles from './dept-tree.module.css';
import { allIds, filterTree } from './tree';

interface DeptBranchesProps {
  nodes: readonly DeptNode[];
  /** Id of the chosen department; '' = none. */
  value: string;
  onChange: (deptId: string) => void;
  /** No department chosen means everything, which is what a single root stands for. */
  rootIsAll?: boolean;
}

function BranchesOf({ nodes, value, onChange, rootIsAll = false }: DeptBranchesProps) {
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<readonly number[]>([]);
  const shown = useMemo(() => filterTree(nodes, words.trim()), [nodes, words]);
  const expanded = useMemo(() => allIds(shown).filter((id) => !closed.includes(id)), [shown, closed]);
  const onlyRoot = rootIsAll && nodes.length === 1 ? nodes[0] : undefined;
  const marked = value ? [Number(value)] : onlyRoot ? [onlyRoot.id] : [];
  return (
    <>
      <Input
        className={styles.deptSearch}
        aria-label="搜索部门"
        placeholder="搜索部门"
        allowClear
        suffix={<SearchOutlined aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {shown.length === 0 && <EmptyState kind="empty" title="没有找到部门" />}
      <Tree
        className={styles.deptTree}
        aria-label="部门"
        blockNode
        treeData={shown}
        fieldNames={{ key: 'id', title: 'label', children: 'children' }}
        expandedKeys={expanded}
        onExpand={(_keys, { node, expanded: opened }) =>
          setClosed(opened ? closed.filter((id) => id !== node.id) : [...closed, node.id])
        }
        selectedKeys={marked}
        onSelect={([id]) => onChange(id === undefined ? '' : String(id))}
        titleRender={({ label, userCount }) => (
          <span className={styles.deptNode} title={label}>
            <span>{label}</span>
            {userCount !== undefined && <em>{userCount}</em>}
          </span>
        )}
      />
    </>
  );
}

/** A tree of departments with a search field above it. A second click on the chosen one lets it go. */
export const DeptBranches = memo(BranchesOf);
