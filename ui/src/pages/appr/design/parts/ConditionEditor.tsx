import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { VarKind } from '@/api/generated/enums';
import { PercentInput, YuanInput } from '@/features/business/fields';
import { IntegerInput, LooseNumber, ScaledInput } from '@/ui/NumberInput';
import {
  blankRow,
  fromGroup,
  fromRow,
  GROUPS,
  type Group,
  groupOf,
  opsOf,
  opWord,
  type Row,
  rowOf,
  settingOf,
  toSetting,
  words,
} from './condition';
import styles from './design.module.css';
import type { BindingOf, Catalogue, Condition, Operand, Var } from './graph';

interface Known {
  binding: BindingOf;
  catalogue: Catalogue;
}

/** Groups inside of groups: what people still understand. */
const DEEPEST = 2;
const MOST = 1_000_000_000;
const HUNDREDTHS = { places: 2, min: 0, max: MOST, unit: '㎡' };

interface ValueProps {
  variable: Var;
  value: Operand;
  onChange: (value: Operand) => void;
}

/** A value in the unit of its variable. */
function Value({ variable, value, onChange }: ValueProps) {
  const label = `${variable.title}的值`;
  if (variable.kind === VarKind.Bool) {
    const options = [
      { value: 'yes', label: '是' },
      { value: 'no', label: '否' },
    ];
    return (
      <Select
        aria-label={label}
        options={options}
        value={value === false ? 'no' : 'yes'}
        onChange={(next: string) => onChange(next === 'yes')}
      />
    );
  }
  if (variable.kind === VarKind.Text) {
    return (
      <Input
        aria-label={label}
        maxLength={200}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  if (variable.kind === VarKind.Choice) {
    return (
      <Select
        aria-label={label}
        options={variable.choices}
        value={String(value)}
        onChange={(next: string) => onChange(Number(next))}
      />
    );
  }
  const number = typeof value === 'number' ? value : 0;
  return (
    <LooseNumber value={number} onChange={(next) => onChange(next ?? 0)}>
      {(control) => {
        const shared = { ...control, 'aria-label': label };
        if (variable.kind === VarKind.Money) return <YuanInput {...shared} />;
        if (variable.kind === VarKind.Area) return <ScaledInput {...shared} shape={HUNDREDTHS} />;
        if (variable.kind === VarKind.Ppm) return <PercentInput {...shared} />;
        return <IntegerInput {...shared} min={-MOST} max={MOST} unit={variable.unit} />;
      }}
    </LooseNumber>
  );
}

interface RowProps extends Known {
  row: Row;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** Several numbers of «one of these». */
function Several({ variable, row, onChange }: { variable: Var; row: Row; onChange: (row: Row) => void }) {
  const values = (Array.isArray(row.right) ? row.right : [row.right]).map(String);
  return (
    <Select
      mode={variable.kind === VarKind.Choice ? 'multiple' : 'tags'}
      aria-label={`${variable.title}的值`}
      options={variable.choices}
      value={values}
      onChange={(next: string[]) =>
        onChange({ ...row, right: next.map(Number).filter((number) => Number.isSafeInteger(number)) })
      }
    />
  );
}

function Right({ row, onChange, catalogue, variable }: Omit<RowProps, 'binding' | 'onRemove'> & { variable: Var }) {
  if (row.op === 'in') return <Several variable={variable} row={row} onChange={onChange} />;
  const right = Array.isArray(row.right) ? (row.right[0] ?? 0) : row.right;
  const setting = settingOf(right);
  const numeric = variable.kind !== VarKind.Bool && variable.kind !== VarKind.Text;
  const first = catalogue.thresholds[0];
  return (
    <>
      {numeric && first && (
        <Select
          aria-label="与什么比较"
          value={setting ? 'setting' : 'value'}
          options={[
            { value: 'value', label: '数值' },
            { value: 'setting', label: '参数' },
          ]}
          onChange={(kind: string) => onChange({ ...row, right: kind === 'setting' ? toSetting(first.key, 1) : 0 })}
        />
      )}
      {setting ? (
        <>
          <Select
            aria-label="参数"
            value={setting.key}
            options={catalogue.thresholds.map(({ key, title, value }) => ({
              value: key,
              label: `${title}：现为 ${value ?? '无法读取'}`,
            }))}
            onChange={(key: string) => onChange({ ...row, right: toSetting(key, setting.factor) })}
          />
          <LooseNumber
            value={setting.factor}
            onChange={(factor) => onChange({ ...row, right: toSetting(setting.key, factor || 1) })}
          >
            {(control) => <IntegerInput {...control} aria-label="倍数" min={1} max={1000} unit="倍" />}
          </LooseNumber>
        </>
      ) : (
        <Value variable={variable} value={right} onChange={(value) => onChange({ ...row, right: value })} />
      )}
    </>
  );
}

function ConditionRow({ row, onChange, onRemove, binding, catalogue }: RowProps) {
  const variable = binding.vars.find(({ name }) => name === row.name);
  const rename = (name: string) => {
    const next = binding.vars.find((known) => known.name === name);
    if (next) onChange(blankRow(next));
  };
  return (
    <li className={styles.condition}>
      <Select
        aria-label="变量"
        showSearch={{ optionFilterProp: 'label' }}
        value={row.name}
        options={binding.vars.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={rename}
      />
      {variable && (
        <>
          <Select
            aria-label="比较"
            value={row.op}
            options={opsOf(variable.kind).map((op) => ({ value: op, label: opWord(op) }))}
            onChange={(op: Row['op']) =>
              onChange({
                ...row,
                op,
                right: op === 'in' ? [row.right].flat() : Array.isArray(row.right) ? (row.right[0] ?? 0) : row.right,
              })
            }
          />
          <Right row={row} onChange={onChange} catalogue={catalogue} variable={variable} />
        </>
      )}
      <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onRemove} />
    </li>
  );
}

interface GroupProps extends Known {
  group: Group;
  depth: number;
  onChange: (group: Group) => void;
  onRemove?: () => void;
}

function ConditionGroup({ group, depth, onChange, onRemove, ...known }: GroupProps) {
  const { binding } = known;
  const put = (place: number, part: Condition) =>
    onChange({ ...group, parts: group.parts.map((old, at) => (at === place ? part : old)) });
  const drop = (place: number) => onChange({ ...group, parts: group.parts.filter((_, at) => at !== place) });
  const [first] = binding.vars;
  return (
    <fieldset className={styles.group}>
      <Select
        aria-label="条件组"
        value={group.kind}
        options={[...GROUPS]}
        onChange={(kind: Group['kind']) => onChange({ ...group, kind })}
      />
      {onRemove && (
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除条件组" onClick={onRemove} />
      )}
      <ul>
        {group.parts.map((part, place) => {
          const row = rowOf(part);
          const inner = groupOf(part);
          if (row)
            return (
              <ConditionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
                key={place}
                row={row}
                onChange={(next) => put(place, fromRow(next))}
                onRemove={() => drop(place)}
                {...known}
              />
            );
          if (!inner) return null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={place}>
              <ConditionGroup
                group={inner}
                depth={depth + 1}
                onChange={(next) => put(place, fromGroup(next))}
                onRemove={() => drop(place)}
                {...known}
              />
            </li>
          );
        })}
      </ul>
      <div className={styles.row}>
        {first && (
          <Button
            size="small"
            onClick={() => onChange({ ...group, parts: [...group.parts, fromRow(blankRow(first))] })}
          >
            添加条件
          </Button>
        )}
        {depth < DEEPEST && (
          <Button size="small" onClick={() => onChange({ ...group, parts: [...group.parts, { and: [] }] })}>
            添加条件组
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface ConditionEditorProps extends Known {
  value: Condition | null;
  onChange: (condition: Condition) => void;
}

/** The condition of a branch by rows and groups, with its sentence read back. */
export function ConditionEditor({ value, onChange, ...known }: ConditionEditorProps) {
  const condition = value ?? { or: [] };
  // a single comparison is edited as a group of one
  const group = groupOf(condition) ?? { kind: 'or', parts: [condition] };
  const said = words(condition, { vars: known.binding.vars, thresholds: known.catalogue.thresholds });
  return (
    <>
      <ConditionGroup group={group} depth={0} onChange={(next) => onChange(fromGroup(next))} {...known} />
      <p className="t2" aria-live="polite">
        {group.parts.length > 0 ? `读作：${said}时走此分支` : '还没有条件，此分支永远不会走到'}
      </p>
    </>
  );
}
