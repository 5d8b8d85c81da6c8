import { Input, Select } from 'antd';
import { RepeatLabels, WithdrawRuleLabels } from '@/api/generated/enums';
import { Assignees } from './Assignees';
import { type Draft, optionsOf } from './draft';
import type { BindingOf, Catalogue, Options } from './graph';
import { Labelled } from './NodePanel';

const LONGEST_NAME = 50;
const LONGEST_REMARK = 500;

interface ProcessPanelProps {
  draft: Draft;
  binding: BindingOf;
  catalogue: Catalogue;
  onChange: (patch: Partial<Draft>, about?: string) => void;
}

/** What holds for the whole process. */
export function ProcessPanel({ draft, binding, catalogue, onChange }: ProcessPanelProps) {
  const { options } = draft;
  const put = (patch: Partial<Options>) => onChange({ options: { ...options, ...patch } });
  return (
    <>
      <Labelled label="流程名称">
        <Input
          aria-label="流程名称"
          maxLength={LONGEST_NAME}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value }, 'process name')}
        />
      </Labelled>
      <Labelled label="重复办理人">
        <Select
          aria-label="重复办理人"
          options={optionsOf(RepeatLabels)}
          value={options.repeat ?? 'PASS'}
          onChange={(repeat) => put({ repeat: repeat as NonNullable<Options['repeat']> })}
        />
      </Labelled>
      <Labelled label="发起人撤回">
        <Select
          aria-label="发起人撤回"
          options={optionsOf(WithdrawRuleLabels)}
          value={options.withdraw ?? 'UNTOUCHED'}
          onChange={(withdraw) => put({ withdraw: withdraw as NonNullable<Options['withdraw']> })}
        />
      </Labelled>
      <Labelled label="办结时抄送">
        <Assignees
          noun="抄送人"
          value={options.ccOnEnd ?? []}
          onChange={(ccOnEnd) => put({ ccOnEnd })}
          catalogue={catalogue}
          binding={binding}
        />
      </Labelled>
      <Labelled label="说明">
        <Input.TextArea
          aria-label="说明"
          rows={3}
          maxLength={LONGEST_REMARK}
          showCount
          value={draft.remark}
          onChange={({ target }) => onChange({ remark: target.value }, 'remark')}
        />
      </Labelled>
    </>
  );
}
