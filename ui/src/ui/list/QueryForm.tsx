import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDraft } from '@/lib/useDraft';
import { lazy } from '@/ui/lazy';
import { CountedLabel } from '../CountedLabel';
import type { Counts } from './facets';
import styles from './list.module.css';
import type { FilterControl, QueryField, QueryValues, ValueCounts } from './types';

const typing = () => <Input disabled />;
const DateRange = lazy(() => import('./DateRange'), typing);
const OneDate = lazy(() => import('./OneDate'), typing);

/** Two days need more room than a word. */
const USUAL_WIDTHS: Partial<Record<QueryField['kind'], number>> = { dateRange: 350 };

/** A choice with the number of its rows at the right. */
const counted = (counts: ValueCounts | undefined) =>
  counts && {
    optionRender: ({ label, value }: { label?: React.ReactNode; value?: string | number | undefined }) => (
      <CountedLabel label={label} count={value === '' ? undefined : (counts.get(String(value)) ?? 0)} />
    ),
  };

/** What a filter is entered with. */
export function Control({ field, id, value, onChange, counts }: FilterControl & { field: QueryField }) {
  if (field.kind === 'control')
    return <field.control id={id} value={value} onChange={onChange} counts={counts} given={field.given} />;
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
        {...counted(counts)}
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
        {...counted(counts)}
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
      for (const field of fields) field.style.visibility = folded && field.offsetTop > top ? 'hidden' : '';
      setWraps(fields.some((field) => field.offsetTop > top));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [folded]);
  return { box, wraps };
}

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
  const [folded, setFolded] = useState(true);
  const { box, wraps } = useFolding(folded);
  // a filter that a link has set must be seen: it decides what the list shows
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other values come from the address
  useEffect(() => {
    const hidden = [...(box.current?.children ?? [])].some(
      (element, place) =>
        (element as HTMLElement).style.visibility === 'hidden' && (values[fields[place]?.name ?? ''] ?? '') !== '',
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
        {fields.map((field) => {
          const id = `${prefix}${field.name}`;
          return (
            <div
              className={styles.queryField}
              key={field.name}
              style={{ flexBasis: field.width ?? USUAL_WIDTHS[field.kind] ?? 220 }}
            >
              <label htmlFor={id}>{field.label}</label>
              <Control
                field={field}
                id={id}
                value={draft[field.name] ?? ''}
                counts={field.counted ? counts?.[field.name] : undefined}
                onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
              />
            </div>
          );
        })}
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
