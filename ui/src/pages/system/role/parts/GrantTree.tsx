import { SearchOutlined } from '@ant-design/icons';
import { Checkbox, Input, Tree } from 'antd';
import { useMemo, useState } from 'react';
import type { GrantNode } from '@/api/role';
import { idsOf, marksOf, matching, toggled, withParents } from './grants';
import styles from './grants.module.css';

/** The value of the field: what is granted, and whether parents and children go together. */
export interface Grants {
  ids: readonly number[];
  linked: boolean;
}

interface GrantTreeProps {
  /** What the nodes are: «菜单». */
  noun: string;
  nodes: readonly GrantNode[];
  /** Set by Form.Item. */
  value?: Grants;
  onChange?: (value: Grants) => void;
  /** The tree is the main thing of its dialog: it stands open from the start and gets more room. */
  open?: boolean;
}

const NOTHING: Grants = { ids: [], linked: true };
const FIELD_NAMES = { key: 'id', title: 'label', children: 'children' } as const;

interface SearchProps {
  noun: string;
  words: string;
  onChange: (words: string) => void;
}

function Search({ noun, words, onChange }: SearchProps) {
  return (
    <Input
      className={styles.grantsSearch}
      aria-label={`搜索${noun}`}
      placeholder={`搜索${noun}`}
      allowClear
      suffix={<SearchOutlined aria-hidden />}
      value={words}
      onChange={(event) => onChange(event.target.value)}
      // Enter would save the form the field stands in
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}

/** A tree to check, with a search and the tools for all of it. */
export function GrantTree({ noun, nodes, value = NOTHING, onChange, open = false }: GrantTreeProps) {
  const { ids, linked } = value;
  const [words, setWords] = useState('');
  const all = useMemo(() => idsOf(nodes), [nodes]);
  const [expanded, setExpanded] = useState<readonly number[]>(() => (open ? all : []));
  const shown = useMemo(() => matching(nodes, words.trim()), [nodes, words]);
  const searching = words.trim() !== '';
  const granted = useMemo(() => new Set(ids), [ids]);
  const marks = useMemo(() => marksOf(nodes, granted, linked), [nodes, granted, linked]);
  const treeData = useMemo(() => withTones(shown), [shown]);

  const change = (next: ReadonlySet<number>, nextLinked = linked) => onChange?.({ ids: [...next], linked: nextLinked });
  const link = (on: boolean) => change(on ? withParents(nodes, granted) : granted, on);
  const isFull = all.length > 0 && granted.size >= all.length;
  return (
    <div className={styles.grants}>
      <div className={styles.grantsTools}>
        <Checkbox checked={expanded.length > 0} onChange={(event) => setExpanded(event.target.checked ? all : [])}>
          展开/折叠
        </Checkbox>
        <Checkbox
          checked={isFull}
          indeterminate={!isFull && granted.size > 0}
          onChange={(event) => change(new Set(event.target.checked ? all : []))}
        >
          全选/全不选
        </Checkbox>
        <Checkbox checked={linked} onChange={(event) => link(event.target.checked)}>
          父子联动
        </Checkbox>
        <Search noun={noun} words={words} onChange={setWords} />
      </div>
      <div className={`${styles.grantsTree} ${open ? styles.tall : ''}`}>
        {treeData.length === 0 && <p className="t2">没有符合条件的{noun}</p>}
        <Tree<Toned>
          aria-label={`${noun}权限`}
          checkable
          selectable={false}
          checkStrictly
          blockNode
          treeData={treeData}
          fieldNames={FIELD_NAMES}
          expandedKeys={searching ? idsOf(shown) : [...expanded]}
          checkedKeys={marks}
          onExpand={(keys) => !searching && setExpanded(keys.map(Number))}
          onCheck={(_keys, { node, checked }) => change(toggled(nodes, granted, node, checked, linked))}
        />
      </div>
    </div>
  );
}

interface Toned {
  id: number;
  label: string;
  className?: string | undefined;
  children?: Toned[];
}

/** antd would refuse clicks on a node marked disabled; a disabled menu may well be granted, so it is only grey. */
function withTones(nodes: readonly GrantNode[]): Toned[] {
  return nodes.map(({ id, label, disabled, children }) => ({
    ...{ id, label },
    ...(disabled && { className: styles.grantsOff, label: `${label}（停用）` }),
    ...(children && { children: withTones(children) }),
  }));
}
