/** Above the rows: the choices of some filters with their numbers, «全部 918 · 未缴 512 · 部分缴 93 | 逾期 418». */
import { memo } from 'react';
import { countText } from '@/lib/counts';
import styles from './chips.module.css';
import { allOf, type Counts } from './facets';
import type { QueryField, QueryValues } from './types';

interface Chip {
  value: string;
  label: string;
  count: number | undefined;
}

type ChipField = Extract<QueryField, { chips?: boolean }>;

const isChipField = (field: QueryField): field is ChipField => 'chips' in field && field.chips === true;

/** The chips of a field. One with a single choice is switched on and off, and called as the field. */
function chipsOf({ name, label, options = [] }: ChipField, counts: Counts | undefined): Chip[] {
  const known = counts?.[name];
  const count = (value: string) => known && (known.get(value) ?? 0);
  if (options.length === 1) return options.map(({ value }) => ({ value, label, count: count(value) }));
  const all = { value: '', label: '全部', count: known && allOf(known) };
  return [all, ...options.map((option) => ({ ...option, count: count(option.value) }))];
}

/** One stop of Tab for all chips; arrows move among them. */
function onArrows(event: React.KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const chips = [...event.currentTarget.querySelectorAll('button')];
  const now = chips.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  chips[(now + step + chips.length) % chips.length]?.focus();
}

interface ChipsProps {
  fields: readonly QueryField[];
  values: QueryValues;
  counts: Counts | undefined;
  onChange: (values: QueryValues) => void;
}

export const Chips = memo(function Chips({ fields, values, counts, onChange }: ChipsProps) {
  const shown = fields.filter(isChipField).filter(({ options = [] }) => options.length > 0);
  if (shown.length === 0) return null;
  let first = true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in Chrome 87
    <div className={styles.chips} role="group" aria-label="按状态筛选" onKeyDown={onArrows}>
      {shown.map((field) => {
        const chosen = (values[field.name] ?? '').split(',');
        return (
          <span key={field.name} className={styles.group}>
            {/* a single choice is called as its field */}
            {(field.options ?? []).length > 1 && <i>{field.label}</i>}
            {chipsOf(field, counts).map(({ value, label, count }) => {
              const on = chosen.includes(value);
              const tabIndex = first ? 0 : -1;
              first = false;
              return (
                <button
                  key={value}
                  type="button"
                  tabIndex={tabIndex}
                  aria-pressed={on}
                  // pressed again, what is on alone goes; of several it stays alone
                  onClick={() => onChange({ [field.name]: on && chosen.length === 1 ? '' : value })}
                >
                  {label}
                  {count !== undefined && <span>{countText(count)}</span>}
                </button>
              );
            })}
          </span>
        );
      })}
    </div>
  );
});
