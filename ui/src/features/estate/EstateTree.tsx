import { useQueryClient } from '@tanstack/react-query';
import { Skeleton, Tree } from 'antd';
import { useEffect, useState } from 'react';
import { textOf } from '@/api/errors';
import { type EstateNode, estateTree } from '@/api/estate';
import { EmptyState } from '@/ui/EmptyState';
import '../DeptTree/dept-tree.css';
import './estate.css';

/** Where in the register one is; the deepest number counts. */
export interface Place {
  plateId?: number;
  assetId?: number;
  buildingId?: number;
  floorNo?: number;
  label?: string;
}

interface Branch {
  key: string;
  title: string;
  count: number;
  isLeaf: boolean;
  place: Place;
  children?: Branch[];
}

export const ESTATE_TREE_KEY = ['estate', 'tree'] as const;

/** What to ask for below a place. */
function below({ plateId, assetId, buildingId }: Place): Record<string, number> {
  if (buildingId) return { buildingId };
  if (assetId) return { assetId };
  return plateId ? { plateId } : {};
}

function branch(node: EstateNode, parent: Place): Branch {
  const field = { plate: 'plateId', asset: 'assetId', building: 'buildingId', floor: 'floorNo' }[node.kind];
  const place = { ...parent, [field]: node.id, label: node.label };
  return {
    key: `${node.kind}-${node.id}-${parent.buildingId ?? ''}`,
    title: node.label,
    count: node.count,
    isLeaf: node.leaf,
    place,
  };
}

const withChildren = (branches: readonly Branch[], key: string, children: Branch[]): Branch[] =>
  branches.map((one) => {
    if (one.key === key) return { ...one, children };
    return one.children ? { ...one, children: withChildren(one.children, key, children) } : one;
  });

/** Plate, asset, building, floor; each level is asked for when it is opened. */
export function EstateTree({ value, onChange }: { value: Place; onChange: (place: Place) => void }) {
  const client = useQueryClient();
  const [branches, setBranches] = useState<Branch[] | null>(null);
  const [failure, setFailure] = useState('');
  const ask = (place: Place) =>
    client.fetchQuery({ queryKey: [...ESTATE_TREE_KEY, below(place)], queryFn: () => estateTree(below(place)) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first level is asked for once
  useEffect(() => {
    ask({}).then(
      (nodes) => setBranches(nodes.map((node) => branch(node, {}))),
      (error: unknown) => setFailure(textOf(error)),
    );
  }, []);
  if (failure) return <EmptyState kind="error" title="资产目录加载失败" text={failure} />;
  if (!branches) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (branches.length === 0) return <EmptyState kind="empty" title="暂无板块" text="请先在“板块管理”中新增板块" />;
  const load = async (node: Branch) => {
    const nodes = await ask(node.place);
    const children = nodes.map((child) => branch(child, node.place));
    setBranches((known) => withChildren(known ?? [], node.key, children));
  };
  const chosen = keyOf(branches, value);
  return (
    <Tree<Branch>
      className="dept-tree"
      aria-label="资产目录"
      blockNode
      treeData={branches}
      loadData={load}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={(_keys, { node, selected }) => onChange(selected ? node.place : {})}
      titleRender={({ title, count }) => (
        <span className="dept-node" title={title}>
          <span>{title}</span>
          {count > 0 && <em>{count}</em>}
        </span>
      )}
    />
  );
}

function keyOf(branches: readonly Branch[], { label: _label, ...place }: Place): string {
  for (const { key, place: own, children } of branches) {
    const { label: _name, ...numbers } = own;
    if (JSON.stringify(numbers) === JSON.stringify(place)) return key;
    const deeper = children ? keyOf(children, place) : '';
    if (deeper) return deeper;
  }
  return '';
}
