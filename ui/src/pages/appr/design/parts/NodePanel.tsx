import { Checkbox, Input, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import {
  AllowLabels,
  Multi,
  MultiLabels,
  OnEmptyLabels,
  OnSelfLabels,
  OnTimeoutLabels,
  Seats,
  SeatsLabels,
} from '@/api/generated/enums';
import { IntegerInput, LooseNumber } from '@/ui/NumberInput';
import { Assignees } from './Assignees';
import styles from './design.module.css';
import { optionsOf } from './draft';
import { BEGIN, type BindingOf, type Catalogue, type DesignNode } from './graph';

const LONGEST_NAME = 30;
const MOST_HOURS = 10_000;

export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span>{label}</span>
      {children}
    </div>
  );
}

interface NodePanelProps {
  node: DesignNode;
  /** Task nodes before it. */
  earlier: readonly DesignNode[];
  catalogue: Catalogue;
  binding: BindingOf;
  onChange: (patch: Partial<DesignNode>, about?: string) => void;
}

const USUAL: NonNullable<DesignNode['actions']> = ['return', 'transfer', 'delegate', 'addSign', 'batch', 'cc'];

/** How several people decide. */
function Several({ node, onChange }: Pick<NodePanelProps, 'node' | 'onChange'>) {
  const multi = node.multi ?? Multi.Any;
  return (
    <Labelled label="多人办理">
      <Radio.Group
        aria-label="多人办理"
        options={optionsOf(MultiLabels)}
        value={multi}
        onChange={({ target }) => onChange({ multi: target.value })}
      />
      {multi === Multi.All && (
        <Radio.Group
          aria-label="会签席位"
          options={optionsOf(SeatsLabels)}
          value={node.seats ?? Seats.Person}
          onChange={({ target }) => onChange({ seats: target.value })}
        />
      )}
    </Labelled>
  );
}

/** What happens when nobody may decide, and when it takes long. */
function Rules({ node, earlier, onChange }: Pick<NodePanelProps, 'node' | 'earlier' | 'onChange'>) {
  return (
    <>
      <Labelled label="发起人在办理人内">
        <Select
          aria-label="发起人在办理人内"
          options={optionsOf(OnSelfLabels)}
          value={node.onSelf ?? 'UP'}
          onChange={(onSelf) => onChange({ onSelf: onSelf as NonNullable<DesignNode['onSelf']> })}
        />
      </Labelled>
      <Labelled label="找不到办理人">
        <Select
          aria-label="找不到办理人"
          options={optionsOf(OnEmptyLabels)}
          value={node.onEmpty ?? 'ADMIN'}
          onChange={(onEmpty) => onChange({ onEmpty: onEmpty as NonNullable<DesignNode['onEmpty']> })}
        />
      </Labelled>
      {earlier.length > 0 && (
        <Labelled label="回避环节">
          <Select
            mode="multiple"
            aria-label="回避环节"
            placeholder="办理过这些环节的人不再办理本环节"
            options={earlier.map(({ code, name }) => ({ value: code, label: name }))}
            value={node.apart ?? []}
            onChange={(apart: string[]) => onChange({ apart })}
          />
        </Labelled>
      )}
      <Labelled label="时限">
        <LooseNumber value={node.dueHours ?? 0} onChange={(hours) => onChange({ dueHours: hours || 0 }, 'due')}>
          {(control) => <IntegerInput {...control} aria-label="时限" min={0} max={MOST_HOURS} unit="小时" />}
        </LooseNumber>
        {(node.dueHours ?? 0) > 0 && (
          <Select
            aria-label="超过时限"
            options={optionsOf(OnTimeoutLabels)}
            value={node.onTimeout ?? 'remind'}
            onChange={(onTimeout) => onChange({ onTimeout: onTimeout as NonNullable<DesignNode['onTimeout']> })}
          />
        )}
      </Labelled>
    </>
  );
}

function Actions({ node, onChange }: Pick<NodePanelProps, 'node' | 'onChange'>) {
  const actions = node.actions ?? USUAL;
  const meeting = (minutes: boolean) =>
    // what is entered with its minutes is entered one by one
    onChange({ minutes, ...(minutes && { actions: actions.filter((action) => action !== 'batch') }) });
  return (
    <Labelled label="可用操作">
      <Checkbox.Group
        aria-label="可用操作"
        options={optionsOf(AllowLabels).map((option) => ({
          ...option,
          disabled: option.value === 'batch' && (node.minutes ?? false),
        }))}
        value={[...actions]}
        onChange={(next) => onChange({ actions: next as NonNullable<DesignNode['actions']> })}
      />
      <Checkbox checked={node.comment ?? false} onChange={({ target }) => onChange({ comment: target.checked })}>
        同意也须填写意见
      </Checkbox>
      <Checkbox checked={node.minutes ?? false} onChange={({ target }) => meeting(target.checked)}>
        会议决定：同意时录入纪要编号、日期、参会人员并上传签字纪要
      </Checkbox>
    </Labelled>
  );
}

const RIGHTS = [
  { value: 1, label: '只读' },
  { value: 2, label: '可改' },
  { value: 3, label: '隐藏' },
];

/** What people at the node may see and change. */
function FieldRights({ node, binding, onChange }: Pick<NodePanelProps, 'node' | 'binding' | 'onChange'>) {
  const usual = node.type === BEGIN ? 2 : 1;
  const map = node.fields ?? {};
  const set = (path: string, right: number) => {
    const { [path]: _old, ...rest } = map;
    onChange({ fields: right === usual ? rest : { ...rest, [path]: right } });
  };
  return (
    <table className={styles.rights}>
      <caption>字段权限</caption>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">权限</th>
        </tr>
      </thead>
      <tbody>
        {binding.fields.map(({ path, title, mayEdit, mayHide }) => (
          <tr key={path}>
            <th scope="row">{title}</th>
            <td>
              <Radio.Group
                aria-label={`${title}的权限`}
                options={RIGHTS.map((option) => ({
                  ...option,
                  disabled: (option.value === 2 && node.type !== BEGIN && !mayEdit) || (option.value === 3 && !mayHide),
                }))}
                value={map[path] ?? map['*'] ?? usual}
                onChange={({ target }) => set(path, target.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everything about a node. */
export function NodePanel(props: NodePanelProps) {
  const { node, catalogue, binding, onChange } = props;
  return (
    <>
      <Labelled label="环节名称">
        <Input
          aria-label="环节名称"
          data-first
          maxLength={LONGEST_NAME}
          value={node.name}
          onChange={({ target }) => onChange({ name: target.value }, `name ${node.code}`)}
        />
      </Labelled>
      {node.type !== BEGIN && (
        <>
          <Labelled label="办理人">
            <Assignees
              noun="办理人"
              value={node.assign ?? []}
              onChange={(assign) => onChange({ assign })}
              catalogue={catalogue}
              binding={binding}
            />
          </Labelled>
          <Several node={node} onChange={onChange} />
          <Rules {...props} />
          <Actions node={node} onChange={onChange} />
          <Labelled label="到达时抄送">
            <Assignees
              noun="抄送人"
              value={node.cc ?? []}
              onChange={(cc) => onChange({ cc })}
              catalogue={catalogue}
              binding={binding}
            />
          </Labelled>
        </>
      )}
      {/* a document of the business is written on its own page, where rights of the beginning do nothing */}
      {(node.type !== BEGIN || binding.isForm) && <FieldRights node={node} binding={binding} onChange={onChange} />}
    </>
  );
}
