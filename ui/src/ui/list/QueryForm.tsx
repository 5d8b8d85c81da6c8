import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { memo, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '@/lib/useDraft';
import { lazy } from '@/ui/lazy';
import { countedChoices, FilterCounts } from '../CountedLabel';
import type { Counts } from './facets';
import styles from './list.module.css';
import type { FilterControl, QueryField, QueryValues } from './types';

const typing = () => <Input disabled />;
const DateRange = lazy(() => import('./DateRange'), typing);
const OneDate = lazy(() => import('./OneDate'), typing);

/** Two days need more room than a word. */
const USUAL_WIDTHS: Partial<Record<QueryField['kind'], number>> = { dateRange: 350 };

/** What a filter is entered with. */
export function Control({ field, id, value, onChange }: FilterControl & { field: QueryField }) {
  const counted = field.counted ? field.name : undefined;
  if (field.kind === 'control')
    return <field.control id={id} value={value} onChange={onChange} counted={counted} given={field.given} />;
  if (field.kind === 'select') {
    const options = [{ label: field.none ?? '全部', value: '' }, ...(field.options ?? [])];
    // Lists that need scrolling are searched by typing; short ones stay plain.
    const showSearch = options.length > 9 && { optionFilterProp: 'label' };
    return (
      <Select
        id={id}
        value={value}
        options={options}
        showSearch={showSearch}
        onChange={onChange}
        {...countedChoices(counted)}
      />
    );
  }
  if (field.kind === 'multi') {
    return (
      <Select
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        placeholder="全部"
        value={value === '' ? [] : value.split(',')}
        options={[...(field.options ?? [])]}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(values: string[]) => onChange(values.join(','))}
        {...countedChoices(counted)}
      />
    );
  }
  if (field.kind === 'date') {
    return <OneDate id={id} value={value} placeholder={field.placeholder} onChange={onChange} />;
  }
  if (field.kind === 'dateRange') {
    return <DateRange id={id} value={value} onChange={onChange} />;
  }
  return (
    <Input
      id={id}
      value={value}
      allowClear
      placeholder={field.placeholder ?? '请输入'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Notes whether the fields need more than one line, and keeps folded ones out of the tab order. */
function useFolding(folded: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [wraps, setWraps] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const fields = [...element.children] as HTMLElement[];
      const top = fields[0]?.offsetTop ?? 0;
      const lines = fields.map(({ offsetTop }) => offsetTop > top);
      fields.forEach((field, place) => {
        field.toggleAttribute('data-folded', folded && lines[place]);
      });
      setWraps(lines.includes(true));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [folded]);
  return { box, wraps };
}

interface FieldProps {
  field: QueryField;
  id: string;
  value: string;
  onSet: (name: string, value: string) => void;
}

/** A filter with its label. Drawn for its own changes only: the form is drawn whenever one of them changes. */
const Field = memo(function Field({ field, id, value, onSet }: FieldProps) {
  return (
    <div className={styles.queryField} style={{ flexBasis: field.width ?? USUAL_WIDTHS[field.kind] ?? 220 }}>
      <label htmlFor={id}>{field.label}</label>
      <Control field={field} id={id} value={value} onChange={(next) => onSet(field.name, next)} />
    </div>
  );
});

interface QueryFormProps {
  fields: readonly QueryField[];
  values: QueryValues;
  /** Rows of each choice under the other filters; nothing while they are not known. */
  counts?: Counts | undefined;
  /** Given the values of all fields. */
  onSearch: (values: QueryValues) => void;
}

/** The filters of a list on one line; what does not fit unfolds. The buttons stay at the right. */
export const QueryForm = memo(function QueryForm({ fields, values, counts, onSearch }: QueryFormProps) {
  const prefix = useId();
  // by content: a dictionary that arrives makes new but equal values, which must not wipe out what is being typed
  const [draft, setDraft] = useDraft(values, JSON.stringify(values));
  const setOne = useCallback(
    (name: string, value: string) => setDraft((before) => ({ ...before, [name]: value })),
    [setDraft],
  );
  const [folded, setFolded] = useState(true);
  const { box, wraps } = useFolding(folded);
  // a filter that a link has set must be seen: it decides what the list shows
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other values come from the address
  useEffect(() => {
    const hidden = [...(box.current?.children ?? [])].some(
      (element, place) => element.hasAttribute('data-folded') && (values[fields[place]?.name ?? ''] ?? '') !== '',
    );
    if (hidden) setFolded(false);
  }, [JSON.stringify(values)]);

  const pick = (from: QueryValues): QueryValues =>
    Object.fromEntries(fields.map(({ name }) => [name, (from[name] ?? '').trim()]));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    onSearch(pick(draft));
  };
  const reset = () => {
    setDraft({});
    onSearch(pick({}));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chrome 87 does not know <search>
    <form
      className={`card ${styles.query} ${folded ? styles.folded : ''}`}
      onSubmit={submit}
      role="search"
      aria-label="查询条件"
    >
      <div className={styles.queryFields} ref={box}>
        <FilterCounts.Provider value={counts}>
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              id={prefix + field.name}
              value={draft[field.name] ?? ''}
              onSet={setOne}
            />
          ))}
        </FilterCounts.Provider>
      </div>
      <div className={styles.queryButtons}>
        {wraps && (
          <button type="button" className="link" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            {folded ? '展开' : '收起'} {folded ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}
          </button>
        )}
        <Button onClick={reset}>重置</Button>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
      </div>
    </form>
  );
});
