import { DeleteOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { AssignKindLabels, DeptOfLabels, ReachLabels } from '@/api/generated/enums';
import { PersonField } from '@/features/PersonPicker/PersonField';
import styles from './design.module.css';
import { optionsOf } from './draft';
import type { Assign, BindingOf, Catalogue } from './graph';

/** Departments above somebody's own that may be asked. */
const HIGHEST = 3;
const LEVELS = Array.from({ length: HIGHEST + 1 }, (_, level) => ({
  value: level,
  label: level === 0 ? '本部门' : `上 ${level} 级部门`,
}));

interface LineProps {
  assign: Assign;
  catalogue: Catalogue;
  binding: BindingOf;
  onChange: (assign: Assign) => void;
  onRemove: () => void;
}

/** Whom a line names: people, a role, a post, a right or a field. */
function Whom({ assign, catalogue, binding, onChange }: Omit<LineProps, 'onRemove'>) {
  const { kind } = assign;
  if (kind === 'USER' || kind === 'INITIATOR_PICK') {
    return (
      <PersonField
        multiple
        value={assign.users ?? []}
        onChange={(users) => onChange({ ...assign, users: Array.isArray(users) ? users : [] })}
      />
    );
  }
  const among =
    kind === 'ROLE'
      ? catalogue.roles
      : kind === 'POST'
        ? catalogue.posts
        : kind === 'RIGHT'
          ? catalogue.rights
          : kind === 'FORM_USER'
            ? binding.fields.map(({ path, title }) => ({ value: path, label: title }))
            : null;
  if (!among) return null;
  return (
    <Select
      aria-label="办理人取自"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择"
      options={among}
      {...(assign.name && { value: assign.name })}
      onChange={(name: string) => onChange({ ...assign, name })}
    />
  );
}

/** Which department counts. */
function Where({ assign, onChange }: Pick<LineProps, 'assign' | 'onChange'>) {
  const { kind, reach = 'all', of = 'initiator', level = 0 } = assign;
  const byReach = kind === 'ROLE' || kind === 'POST';
  const byLeader = kind === 'DEPT_LEADER' || kind === 'IN_CHARGE';
  return (
    <>
      {kind === 'DEPT_LEADER' && (
        <Select
          aria-label="哪一级部门"
          options={LEVELS}
          value={level}
          onChange={(next: number) => onChange({ ...assign, level: next })}
        />
      )}
      {byReach && (
        <Select
          aria-label="部门范围"
          options={optionsOf(ReachLabels)}
          value={reach}
          onChange={(next) => onChange({ ...assign, reach: next as NonNullable<Assign['reach']> })}
        />
      )}
      {(byLeader || (byReach && reach !== 'all')) && (
        <Select
          aria-label="谁的部门"
          options={optionsOf(DeptOfLabels)}
          value={of}
          onChange={(next) => onChange({ ...assign, of: next as NonNullable<Assign['of']> })}
        />
      )}
    </>
  );
}

function Line({ assign, onChange, onRemove, ...known }: LineProps) {
  return (
    <li className={styles.condition}>
      <Select
        aria-label="办理人种类"
        options={optionsOf(AssignKindLabels)}
        value={assign.kind}
        onChange={(kind) => onChange({ kind: kind as Assign['kind'] })}
      />
      <Whom assign={assign} onChange={onChange} {...known} />
      <Where assign={assign} onChange={onChange} />
      <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除办理人" onClick={onRemove} />
    </li>
  );
}

interface AssigneesProps {
  value: readonly Assign[];
  onChange: (value: Assign[]) => void;
  catalogue: Catalogue;
  binding: BindingOf;
  /** What a line is called: 办理人, 抄送人. */
  noun: string;
}

/** Who decides at a node, or gets a copy: one line a group of people. */
export function Assignees({ value, onChange, noun, ...known }: AssigneesProps) {
  return (
    <>
      <ul className={styles.lines}>
        {value.map((assign, place) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
            key={place}
            assign={assign}
            onChange={(next) => onChange(value.map((old, at) => (at === place ? next : old)))}
            onRemove={() => onChange(value.filter((_, at) => at !== place))}
            {...known}
          />
        ))}
      </ul>
      <Button size="small" onClick={() => onChange([...value, { kind: 'ROLE' }])}>
        添加{noun}
      </Button>
    </>
  );
}
