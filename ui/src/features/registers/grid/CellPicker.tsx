/** Chooses the value of a cell from what there is: entries, people, departments, rows. Typing the text works as well. */
import { Select } from 'antd';
import { Suspense } from 'react';
import { type LinkOption, linkOptionsQuery, type RegisterEntry, type RegisterField } from '@/api/registers';
import { FoundSelect } from '@/features/choices/FoundSelect';
import { DeptField } from '@/features/engineForms/DeptField';
import { lazy } from '@/ui/lazy';
import type { Typed } from './draft';

const PersonPicker = lazy(() => import('@/features/PersonPicker/PersonPicker'));

const PICKED = new Set(['choice', 'choices', 'flag', 'person', 'persons', 'dept', 'link']);

/** Whether a field's values are chosen from what there is. */
export const isPicked = ({ kind }: RegisterField): boolean => PICKED.has(kind);

interface CellPickerProps {
  field: RegisterField;
  entries: readonly RegisterEntry[];
  /** As the wire writes it. */
  value: unknown;
  label: string;
  onPick: (typed: Typed) => void;
  onClose: () => void;
}

const option = ({ id, label }: LinkOption) => ({ value: id, label });

function EntryPicker({ field, entries, value, label, onPick, onClose }: CellPickerProps) {
  const several = field.kind === 'choices';
  const options =
    field.kind === 'flag'
      ? [
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]
      : entries.filter(({ enabled }) => enabled).map((entry) => ({ value: entry.value, label: entry.label }));
  const known = new Map(options.map((one) => [one.value, one.label]));
  const pick = (all: readonly string[]) => {
    const text = all.map((one) => known.get(one) ?? one).join('、');
    if (all.length === 0) return onPick({ text: '', value: null });
    if (field.kind === 'flag') return onPick({ text, value: all[0] === 'true' });
    onPick({ text, value: several ? all : all[0] });
  };
  const held = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined).map(String);
  const shared = {
    'aria-label': label,
    autoFocus: true,
    defaultOpen: true,
    allowClear: true,
    style: { width: '100%' },
  };
  if (several) {
    return (
      <Select<string[]>
        {...shared}
        mode={field.open ? 'tags' : 'multiple'}
        options={options}
        defaultValue={held}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={pick}
        onOpenChange={(open) => !open && onClose()}
      />
    );
  }
  return (
    <Select<string | undefined>
      {...shared}
      options={options}
      defaultValue={held[0]}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(one) => {
        pick(one === undefined ? [] : [one]);
        onClose();
      }}
      onOpenChange={(open) => !open && onClose()}
    />
  );
}

export function CellPicker(props: CellPickerProps) {
  const { field, value, label, onPick, onClose } = props;
  switch (field.kind) {
    case 'person':
    case 'persons': {
      const chosen = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');
      return (
        <Suspense fallback={null}>
          <PersonPicker
            title={label}
            multiple={field.kind === 'persons'}
            chosen={chosen}
            onOk={(people) => {
              const ids = people.map(({ userId }) => userId);
              const text = people.map(({ realName }) => realName).join('、');
              onPick({ text, value: ids.length === 0 ? null : field.kind === 'persons' ? ids : ids[0] });
            }}
            onClose={onClose}
          />
        </Suspense>
      );
    }
    case 'dept':
      return (
        <DeptField
          value={typeof value === 'number' ? value : null}
          onPick={(id, text) => {
            onPick({ text, value: id ?? null });
            onClose();
          }}
        />
      );
    case 'link':
      return (
        <FoundSelect
          aria-label={label}
          autoFocus
          defaultOpen
          allowClear
          style={{ width: '100%' }}
          register={{ noun: field.label, query: (ask) => linkOptionsQuery(field.link, ask), option }}
          value={typeof value === 'number' ? value : null}
          onPick={(row) => {
            onPick(row ? { text: row.label, value: row.id } : { text: '', value: null });
            onClose();
          }}
          onOpenChange={(open) => !open && onClose()}
        />
      );
    default:
      return <EntryPicker {...props} />;
  }
}
