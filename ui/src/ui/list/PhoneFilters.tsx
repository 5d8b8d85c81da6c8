import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useDraft } from '@/lib/useDraft';
import { FilterCounts } from '../CountedLabel';
import { Drawer } from '../overlays';
import type { Counts } from './facets';
import styles from './phone-filters.module.css';
import { Control } from './QueryForm';
import type { QueryField, QueryValues } from './types';

interface PhoneFiltersProps {
  fields: readonly QueryField[];
  /** Of all filters, those of the page's own too. */
  values: QueryValues;
  counts?: Counts | undefined;
  onSearch: (values: QueryValues) => void;
  /** What narrows the list besides its fields: saved views. */
  besides?: React.ReactNode;
}

/** The field that is searched by words; the others are chosen in the sheet. */
export const wordField = (fields: readonly QueryField[]): QueryField | undefined =>
  fields.find(({ kind }) => kind === 'text');

/** How many filters are on, besides the words that are seen. */
export const filtersOn = (fields: readonly QueryField[], values: QueryValues): number => {
  const word = wordField(fields)?.name;
  return Object.entries(values).filter(([name, value]) => name !== word && value !== '').length;
};

/** The search field; Enter and its cross ask at once. */
function Words({ field, value, onSearch }: { field: QueryField; value: string; onSearch: (value: string) => void }) {
  const [draft, setDraft] = useDraft(value);
  return (
    <Input
      type="search"
      enterKeyHint="search"
      aria-label={field.label}
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={(field.kind !== 'control' && field.placeholder) || field.label}
      value={draft}
      onChange={({ target }) => {
        setDraft(target.value);
        if (target.value === '' && value !== '') onSearch('');
      }}
      onPressEnter={() => onSearch(draft.trim())}
    />
  );
}

/** All filters in a sheet from below; they are asked for together. */
function Sheet({ fields, values, counts, besides, onSearch, onClose }: PhoneFiltersProps & { onClose: () => void }) {
  const prefix = useId();
  const [draft, setDraft] = useState(values);
  const ask = (next: QueryValues) => {
    onSearch(next);
    onClose();
  };
  return (
    <Drawer
      open
      placement="bottom"
      size="85%"
      title="筛选"
      onClose={onClose}
      footer={
        <div className={styles.feet}>
          <Button onClick={() => ask(Object.fromEntries(Object.keys(values).map((name) => [name, ''])))}>重置</Button>
          <Button type="primary" onClick={() => ask(draft)}>
            查询
          </Button>
        </div>
      }
    >
      {besides && <div className={styles.besides}>{besides}</div>}
      <form
        className={styles.fields}
        aria-label="筛选条件"
        onSubmit={(event) => {
          event.preventDefault();
          ask(draft);
        }}
      >
        <FilterCounts.Provider value={counts}>
          {fields.map((field) => (
            <div key={field.name}>
              <label htmlFor={prefix + field.name}>{field.label}</label>
              <Control
                field={field}
                id={prefix + field.name}
                value={draft[field.name] ?? ''}
                onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
              />
            </div>
          ))}
        </FilterCounts.Provider>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Drawer>
  );
}

/** The filters of a list on a phone: one line with the search field and what opens the others. */
export function PhoneFilters(props: PhoneFiltersProps) {
  const { fields, values, onSearch, besides } = props;
  const [open, setOpen] = useState(false);
  const word = wordField(fields);
  const others = fields.filter((field) => field !== word);
  const on = filtersOn(fields, values);
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chrome 87 does not know <search>
    <div className={styles.find} role="search" aria-label="查询条件">
      {word && (
        <Words field={word} value={values[word.name] ?? ''} onSearch={(value) => onSearch({ [word.name]: value })} />
      )}
      {(others.length > 0 || besides) && (
        <Button
          className={styles.open}
          icon={<FilterOutlined aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          筛选
          {on > 0 && (
            <em>
              {on}
              <span className="sr-only"> 项生效</span>
            </em>
          )}
        </Button>
      )}
      {open && <Sheet {...props} fields={others} onClose={() => setOpen(false)} />}
    </div>
  );
}
