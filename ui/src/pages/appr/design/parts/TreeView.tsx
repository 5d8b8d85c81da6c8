import { PlusOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Problem } from '@/api/process';
import { words } from './condition';
import styles from './design.module.css';
import { peopleText } from './draft';
import { type BindingOf, type Catalogue, CHOICE, type DesignNode } from './graph';
import { type Branch, branchName, type Item, type Spot, type Tree } from './tree';

export interface TreeState {
  catalogue: Catalogue;
  binding: BindingOf;
  /** Code of a node or id of a branch. */
  selected: string;
  select: (key: string) => void;
  /** Absent where nothing may be changed. */
  add?: ((spot: Spot, kind: 'task' | 'choice') => void) | undefined;
  problems: readonly Problem[];
  /** Codes that a test run went through, in order. */
  path: readonly string[];
}

const Shared = createContext<TreeState | null>(null);

function useTree(): TreeState {
  const state = useContext(Shared);
  if (!state) throw new Error('a box outside of its tree');
  return state;
}

interface BoxProps {
  name: string;
  level: number;
  label: string;
  look: string | undefined;
  children: ReactNode;
}

/** A thing that arrows reach and a press selects. */
function Box({ name, level, label, look, children }: BoxProps) {
  const { selected, select } = useTree();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to keys for all of its items
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={selected === name}
      aria-label={label}
      tabIndex={selected === name ? 0 : -1}
      data-key={name}
      className={`${styles.box} ${look ?? ''} ${selected === name ? styles.selected : ''}`}
      onClick={() => select(name)}
    >
      {children}
    </div>
  );
}

/** Where something may be put in; by mouse, keys have Insert. */
function Plus({ spot }: { spot: Spot }) {
  const { add } = useTree();
  if (!add) return <span className={styles.stem} aria-hidden />;
  const items = [
    { key: 'task', label: '环节' },
    { key: 'choice', label: '条件' },
  ];
  return (
    <span className={styles.stem} aria-hidden>
      <Dropdown
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => add(spot, key === 'choice' ? 'choice' : 'task') }}
      >
        <button type="button" tabIndex={-1} className={styles.plus} title="添加环节或条件">
          <PlusOutlined />
        </button>
      </Dropdown>
    </span>
  );
}

function Marks({ code }: { code: string }) {
  const { problems, path } = useTree();
  const own = problems.filter(({ node }) => node === code);
  const at = path.indexOf(code);
  return (
    <>
      {at >= 0 && <span className={styles.passed}>试运行第 {at + 1} 步</span>}
      {own.length > 0 && (
        <span className={own.some(({ warning }) => !warning) ? styles.wrong : styles.doubtful}>
          {own.length} 处问题
        </span>
      )}
    </>
  );
}

function TaskBox({ node, level }: { node: DesignNode; level: number }) {
  const { catalogue, path } = useTree();
  const people = peopleText(node, catalogue);
  const more = [
    node.dueHours ? `${node.dueHours} 小时` : '',
    node.minutes ? '会议纪要' : '',
    node.comment ? '意见必填' : '',
  ].filter(Boolean);
  return (
    <Box
      name={node.code}
      level={level}
      label={`环节 ${node.name}，${people}`}
      look={path.includes(node.code) ? styles.lit : ''}
    >
      <b>{node.name}</b>
      <small>{people}</small>
      {more.length > 0 && <small className="t3">{more.join(' · ')}</small>}
      <Marks code={node.code} />
    </Box>
  );
}

interface ColumnProps {
  branch: Branch;
  place: number;
  level: number;
  /** More follows after the branches. */
  goesOn: boolean;
}

function Column({ branch, place, level, goesOn }: ColumnProps) {
  const { binding, catalogue } = useTree();
  const name = branchName(branch, place);
  const read = branch.condition
    ? words(branch.condition, { vars: binding.vars, thresholds: catalogue.thresholds })
    : '（）';
  const said = branch.isDefault ? '其他情况' : read === '（）' ? '未设置条件' : read;
  return (
    <div className={`${styles.column} ${branch.ends ? styles.columnEnds : ''}`}>
      <Box name={branch.id} level={level} label={`分支 ${name}，${said}`} look={styles.branch}>
        <small className="t3">{branch.isDefault ? '默认' : `优先 ${place + 1}`}</small>
        <b>{name}</b>
        <small>{said}</small>
      </Box>
      <Plus spot={{ into: branch.id }} />
      <Lane items={branch.items} level={level + 1} />
      {branch.ends && goesOn && <span className={styles.endMark}>结束</span>}
      <span className={branch.ends ? styles.gap : styles.fill} aria-hidden />
    </div>
  );
}

function ChoiceBox({ item, level }: { item: Item; level: number }) {
  const { path } = useTree();
  const { node, branches } = item;
  return (
    <>
      <Box
        name={node.code}
        level={level}
        label={`条件 ${node.name}，${branches.length} 个分支`}
        look={`${styles.choice} ${path.includes(node.code) ? styles.lit : ''}`}
      >
        <b>{node.name}</b>
        <Marks code={node.code} />
      </Box>
      <span className={styles.stem} aria-hidden />
      <div className={styles.columns}>
        {branches.map((branch, place) => (
          <Column key={branch.id} branch={branch} place={place} level={level + 1} goesOn />
        ))}
      </div>
    </>
  );
}

function Lane({ items, level }: { items: readonly Item[]; level: number }) {
  return (
    <>
      {items.map((item) => (
        <div key={item.node.code} className={styles.lane}>
          {item.node.type === CHOICE ? (
            <ChoiceBox item={item} level={level} />
          ) : (
            <TaskBox node={item.node} level={level} />
          )}
          <Plus spot={{ after: item.node.code }} />
        </div>
      ))}
    </>
  );
}

/** The drawing: one step after the other, a choice as columns. Read aloud as a tree. */
export function TreeView({
  tree,
  state,
  onKey,
}: {
  tree: Tree;
  state: TreeState;
  onKey: (event: React.KeyboardEvent) => void;
}) {
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a narrow screen the beginning stands in the middle of a drawing that is wider
    const { current } = board;
    if (current) current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, []);
  return (
    <Shared.Provider value={state}>
      <div ref={board} className={styles.scroll}>
        <div role="tree" aria-label="流程图" className={styles.tree} onKeyDown={onKey}>
          <Box name={tree.begin.code} level={1} label={`发起环节 ${tree.begin.name}`} look={styles.begin}>
            <b>{tree.begin.name}</b>
            <Marks code={tree.begin.code} />
          </Box>
          <Plus spot={{ after: tree.begin.code }} />
          <Lane items={tree.items} level={1} />
          <span className={styles.endMark}>结束</span>
        </div>
      </div>
    </Shared.Provider>
  );
}
