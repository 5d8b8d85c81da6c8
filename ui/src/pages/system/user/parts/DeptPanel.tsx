import { ApartmentOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input, Skeleton, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { textOf } from '@/api/errors';
import { type DeptNode, fetchDeptTree } from '@/api/user';
import { useLayout } from '@/stores/layout';
import { EmptyState } from '@/ui/EmptyState';

export const DEPT_TREE_KEY = ['user', 'deptTree'] as const;

export const useDeptTree = () => useQuery({ queryKey: DEPT_TREE_KEY, queryFn: fetchDeptTree });

/** The branches that contain the words; a match keeps everything below it. */
export function filterTree(nodes: readonly DeptNode[], words: string): DeptNode[] {
  if (words === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.label.includes(words)) return [node];
    const children = filterTree(node.children ?? [], words);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

function allIds(nodes: readonly DeptNode[]): number[] {
  return nodes.flatMap((node) => [node.id, ...allIds(node.children ?? [])]);
}

/** The name of a department; '' when it is unknown. */
function labelOf(nodes: readonly DeptNode[], id: string): string {
  for (const node of nodes) {
    const found = String(node.id) === id ? node.label : labelOf(node.children ?? [], id);
    if (found) return found;
  }
  return '';
}

interface DeptPanelProps {
  value: string;
  onChange: (deptId: string) => void;
}

interface BranchesProps extends DeptPanelProps {
  nodes: readonly DeptNode[];
}

function Branches({ nodes, value, onChange }: BranchesProps) {
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<readonly number[]>([]);
  const shown = useMemo(() => filterTree(nodes, words.trim()), [nodes, words]);
  const expanded = useMemo(() => allIds(shown).filter((id) => !closed.includes(id)), [shown, closed]);
  // no department chosen = everything, which is what a single root stands for
  const onlyRoot = nodes.length === 1 ? nodes[0] : undefined;
  const marked = value ? [Number(value)] : onlyRoot ? [onlyRoot.id] : [];
  return (
    <>
      <Input
        className="dept-search"
        aria-label="搜索部门"
        placeholder="搜索部门"
        allowClear
        suffix={<SearchOutlined aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {shown.length === 0 && <EmptyState kind="empty" title="没有找到部门" />}
      <Tree
        className="dept-tree"
        aria-label="部门"
        blockNode
        treeData={shown as DeptNode[]}
        fieldNames={{ key: 'id', title: 'label', children: 'children' }}
        expandedKeys={expanded}
        onExpand={(_keys, { node, expanded: opened }) =>
          setClosed(opened ? closed.filter((id) => id !== node.id) : [...closed, node.id])
        }
        selectedKeys={marked}
        onSelect={([id]) => onChange(id === undefined ? '' : String(id))}
        titleRender={({ label, userCount }) => (
          <span className="dept-node" title={label}>
            <span>{label}</span>
            {userCount !== undefined && <em>{userCount}</em>}
          </span>
        )}
      />
    </>
  );
}

/** Departments with their head counts; beside the list, or in a drawer on narrow screens. */
export function DeptPanel({ value, onChange }: DeptPanelProps) {
  const mobile = useLayout((state) => state.mobile);
  const [open, setOpen] = useState(false);
  const tree = useDeptTree();
  const content = () => {
    if (tree.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
    if (tree.isError) {
      return (
        <EmptyState
          kind="error"
          title="部门加载失败"
          text={textOf(tree.error)}
          action={<Button onClick={() => void tree.refetch()}>重试</Button>}
        />
      );
    }
    const choose = (deptId: string) => {
      onChange(deptId);
      setOpen(false);
    };
    return <Branches nodes={tree.data} value={value} onChange={choose} />;
  };
  if (!mobile) {
    return (
      <section className="card dept-panel" aria-label="部门">
        {content()}
      </section>
    );
  }
  return (
    <div className="dept-chip">
      <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
        部门：{labelOf(tree.data ?? [], value) || '全部'}
      </Button>
      {value && (
        <button type="button" className="link" onClick={() => onChange('')}>
          清除
        </button>
      )}
      <Drawer title="选择部门" open={open} onClose={() => setOpen(false)} placement="left" size={300}>
        {content()}
      </Drawer>
    </div>
  );
}
