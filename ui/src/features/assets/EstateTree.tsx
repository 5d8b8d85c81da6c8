import { ApartmentOutlined } from '@ant-design/icons';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Tree } from 'antd';
import { useState } from 'react';
import { type EstateNode, estateTreeQuery } from '@/api/assets';
import styles from '@/features/DeptTree/dept-tree.module.css';
import { useLayout } from '@/stores/layout';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import type { Place } from './usePlace';

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
  const place = { ...parent, [field]: node.id };
  return {
    key: `${node.kind}-${node.id}-${parent.buildingId ?? ''}`,
    title: node.label,
    count: node.count,
    isLeaf: node.leaf,
    place,
  };
}

const ask = (place: Place) => ({
  ...estateTreeQuery(below(place)),
  staleTime: 60_000,
});
const nameOf = (place: Place): string => JSON.stringify(below(place));

type Known = ReadonlyMap<string, readonly EstateNode[]>;

/** The branches below a place, as deep as they are known. */
function grown(place: Place, known: Known): Branch[] | undefined {
  return known.get(nameOf(place))?.map((node) => {
    const one = branch(node, place);
    const children = one.isLeaf ? undefined : grown(one.place, known);
    return children ? { ...one, children } : one;
  });
}

/** The branches on the way to a place: what an address that names it has to open. */
function wayTo({ plateId, assetId, buildingId, floorNo }: Place): { places: Place[]; keys: string[] } {
  const places: Place[] = [];
  const keys: string[] = [];
  if (plateId && assetId) {
    places.push({ plateId });
    keys.push(`plate-${plateId}-`);
    if (buildingId) {
      places.push({ plateId, assetId });
      keys.push(`asset-${assetId}-`);
      if (floorNo) {
        places.push({ plateId, assetId, buildingId });
        keys.push(`building-${buildingId}-`);
      }
    }
  }
  return { places, keys };
}

/** What is known and open in the tree; it outlives the list beside it, which changes with what is chosen. */
export function useEstateTree(start: Place) {
  const client = useQueryClient();
  const [way] = useState(() => wayTo(start));
  const [opened, setOpened] = useState<Place[]>(way.places);
  const [expanded, setExpanded] = useState<React.Key[]>(way.keys);
  const places = [{}, ...opened];
  const levels = useQueries({ queries: places.map(ask) });
  const known = new Map(
    places.flatMap((place, index) => {
      const nodes = levels[index]?.data;
      return nodes ? [[nameOf(place), nodes] as const] : [];
    }),
  );
  const load = async ({ place }: Branch) => {
    await client.ensureQueryData(ask(place));
    setOpened((before) => (before.some((one) => nameOf(one) === nameOf(place)) ? before : [...before, place]));
  };
  const again = () => Promise.all(levels.filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  return { branches: grown({}, known), error: levels[0]?.error ?? null, again, expanded, setExpanded, load };
}

interface EstateTreeProps {
  tree: ReturnType<typeof useEstateTree>;
  value: Place;
  onChange: (place: Place) => void;
}

/** Plate, asset, building, floor; each level is asked for when it is opened. */
export function EstateTree({ tree, value, onChange }: EstateTreeProps) {
  const { branches, error, again, expanded, setExpanded, load } = tree;
  if (error) return <LoadFailed title="资产目录加载失败" error={error} retry={again} />;
  if (!branches) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (branches.length === 0) return <EmptyState kind="empty" title="暂无板块" text="请先在“板块管理”中新增板块" />;
  const chosen = branchOf(branches, value)?.key;
  return (
    <Tree<Branch>
      className={styles.deptTree}
      aria-label="资产目录"
      blockNode
      treeData={branches}
      loadData={load}
      expandedKeys={expanded}
      onExpand={setExpanded}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={(_keys, { node, selected }) => onChange(selected ? node.place : {})}
      titleRender={({ title, count }) => (
        <span className={styles.deptNode} title={title}>
          <span>{title}</span>
          {count > 0 && <em>{count}</em>}
        </span>
      )}
    />
  );
}

/** The tree beside the list, or in a drawer on narrow screens. */
export function EstatePanel({ tree, value, onChange }: EstateTreeProps) {
  const mobile = useLayout((state) => state.mobile);
  const [open, setOpen] = useState(false);
  if (!mobile) {
    return (
      <section className={`card ${styles.deptPanel}`} aria-label="资产目录">
        <EstateTree tree={tree} value={value} onChange={onChange} />
      </section>
    );
  }
  const chosen = Object.keys(value).length > 0;
  const choose = (place: Place) => {
    setOpen(false);
    onChange(place);
  };
  return (
    <div className={styles.deptChip}>
      <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
        目录：{chosen ? (branchOf(tree.branches ?? [], value)?.title ?? '已选') : '全部'}
      </Button>
      {chosen && (
        <button type="button" className="link" onClick={() => onChange({})}>
          清除
        </button>
      )}
      <Drawer title="资产目录" open={open} onClose={() => setOpen(false)} placement="left" size={300}>
        <EstateTree tree={tree} value={value} onChange={choose} />
      </Drawer>
    </div>
  );
}

/** The branch of a place, as far as the tree is known. */
function branchOf(branches: readonly Branch[], place: Place): Branch | undefined {
  for (const one of branches) {
    if (JSON.stringify(one.place) === JSON.stringify(place)) return one;
    const deeper = one.children && branchOf(one.children, place);
    if (deeper) return deeper;
  }
  return undefined;
}
