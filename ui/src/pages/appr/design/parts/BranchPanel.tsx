import { Button, Checkbox, Input } from 'antd';
import { ConditionEditor } from './ConditionEditor';
import styles from './design.module.css';
import type { BindingOf, Catalogue, DesignNode } from './graph';
import { Labelled } from './NodePanel';
import type { Branch, Item } from './tree';

const LONGEST_NAME = 30;

interface ChoicePanelProps {
  item: Item;
  onChange: (patch: Partial<DesignNode>, about?: string) => void;
  onAddBranch: () => void;
}

/** A choice: its name, and another branch. */
export function ChoicePanel({ item, onChange, onAddBranch }: ChoicePanelProps) {
  const { node, branches } = item;
  return (
    <>
      <Labelled label="条件名称">
        <Input
          aria-label="条件名称"
          data-first
          maxLength={LONGEST_NAME}
          value={node.name}
          onChange={({ target }) => onChange({ name: target.value }, `name ${node.code}`)}
        />
      </Labelled>
      <p className="t2">按优先顺序判断各分支，走第一个成立的；都不成立时走默认分支。办结前会再判断一次。</p>
      <p>共 {branches.length} 个分支，选中分支可设置条件。</p>
      <Button onClick={onAddBranch}>添加分支</Button>
    </>
  );
}

interface BranchPanelProps {
  branch: Branch;
  binding: BindingOf;
  catalogue: Catalogue;
  /** Whether it may be taken out: two must stay. */
  removable: boolean;
  onChange: (patch: Partial<Branch>, about?: string) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** A branch: its name, when it is taken, and whether it ends the process. */
export function BranchPanel({ branch, binding, catalogue, removable, onChange, onMove, onRemove }: BranchPanelProps) {
  return (
    <>
      <Labelled label="分支名称">
        <Input
          aria-label="分支名称"
          data-first
          maxLength={LONGEST_NAME}
          placeholder={branch.isDefault ? '默认' : ''}
          value={branch.name}
          onChange={({ target }) => onChange({ name: target.value }, `branch ${branch.id}`)}
        />
      </Labelled>
      {branch.isDefault ? (
        <p className="t2">其他分支都不成立时走默认分支。</p>
      ) : (
        <Labelled label="条件">
          <ConditionEditor
            value={branch.condition}
            binding={binding}
            catalogue={catalogue}
            onChange={(condition) => onChange({ condition }, `condition ${branch.id}`)}
          />
        </Labelled>
      )}
      <Checkbox checked={branch.ends} onChange={({ target }) => onChange({ ends: target.checked })}>
        走完此分支即办结，不再经过后面的环节
      </Checkbox>
      {!branch.isDefault && (
        <div className={styles.row}>
          <Button onClick={() => onMove(-1)}>提高优先</Button>
          <Button onClick={() => onMove(1)}>降低优先</Button>
          <Button danger disabled={!removable} onClick={onRemove}>
            删除分支
          </Button>
        </div>
      )}
    </>
  );
}
