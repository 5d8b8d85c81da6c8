/** The filters of a register's list: one for each field that can be asked for. */
import { Input } from 'antd';
import { Suspense } from 'react';
import type { RegisterEntry, RegisterField, RegisterMeta } from '@/api/registers';
import { fieldsOf, linkOptionsQuery } from '@/api/registers';
import { FoundSelect } from '@/features/choices/FoundSelect';
import { DeptField } from '@/features/engineForms/DeptField';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { textToRange } from '@/lib/dates';
import type { Params, ParamValue } from '@/lib/params';
import { lazy } from '@/ui/lazy';
import type { ControlField, FilterControl, QueryField } from '@/ui/list/types';
import styles from './registers.module.css';
import { headOf, isTime, moneyPlaces } from './values';

const DateRange = lazy(() => import('@/ui/list/DateRange'));

/** Two numbers joined by `~`; either may be left open. */
function NumberRange({ id, value, onChange }: FilterControl) {
  const [from = '', to = ''] = value.split('~');
  const set = (next: readonly [string, string]) => onChange(next.join('~') === '~' ? '' : next.join('~'));
  return (
    <span className={styles.range}>
      <Input
        id={id}
        inputMode="decimal"
        placeholder="最小"
        value={from}
        onChange={(event) => set([event.target.value, to])}
      />
      <span aria-hidden>至</span>
      <Input
        aria-label="最大"
        inputMode="decimal"
        placeholder="最大"
        value={to}
        onChange={(event) => set([from, event.target.value])}
      />
    </span>
  );
}

const Days = (props: FilterControl) => (
  <Suspense fallback={null}>
    <DateRange {...props} />
  </Suspense>
);

const chosen = (value: string) => (value === '' ? null : Number(value));

const People = ({ id, value, onChange }: FilterControl) => (
  <PersonField id={id} value={chosen(value)} onChange={(next) => onChange(String(next ?? ''))} placeholder="全部" />
);

const Dept = ({ id, value, onChange }: FilterControl) => (
  <DeptField id={id} value={chosen(value)} onChange={(next) => onChange(String(next ?? ''))} />
);

/** Of what a field links to, given by its field. */
const Linked = ({ id, value, onChange, given = '' }: FilterControl) => (
  <FoundSelect
    id={id}
    allowClear
    placeholder="全部"
    value={chosen(value)}
    onChange={(next?: number) => onChange(String(next ?? ''))}
    register={{
      noun: '记录',
      query: (ask) => linkOptionsQuery(given, ask),
      option: (row) => ({ value: row.id, label: row.label }),
    }}
  />
);

const RANGE_WIDTH = 350;

function controlOf(field: RegisterField): Pick<ControlField, 'control' | 'width' | 'given'> | null {
  if (field.kind === 'person' || field.kind === 'persons') return { control: People };
  if (field.kind === 'dept') return { control: Dept };
  if (field.kind === 'link') return { control: Linked, given: field.link };
  if (field.queryWay !== 'BETWEEN') return null;
  return isTime(field) ? { control: Days, width: RANGE_WIDTH } : { control: NumberRange, width: RANGE_WIDTH };
}

const YES_NO = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

const COUNTED = new Set(['choice', 'choices', 'flag']);

/** One field of the query form. */
export function queryField(field: RegisterField, entries: readonly RegisterEntry[]): QueryField {
  const of = { name: field.code, label: headOf(field), counted: COUNTED.has(field.kind) };
  const own = controlOf(field);
  if (own) return { ...of, kind: 'control', ...own };
  if (field.kind === 'flag') return { ...of, kind: 'select', options: YES_NO };
  if (field.kind === 'choice' || field.kind === 'choices') {
    return { ...of, kind: 'multi', options: entries.map(({ value, label }) => ({ value, label })) };
  }
  return { ...of, kind: 'text' };
}

/** In the address of a register: what a new row is about, `fangjian~17`. */
export const ABOUT = 'about';

export const KEY_WORD = 'keyWord';
export const MISFIT = 'misfit';
/** Code of the field whose reminders a list is narrowed to. */
export const DUE = 'due';

export function queryFields(meta: RegisterMeta): QueryField[] {
  const asked = fieldsOf(meta).filter(({ query }) => query);
  const searched = fieldsOf(meta).some((field) => field.searched);
  const entries = (field: RegisterField) => (meta.dictionaries[field.dictionary] ?? []) as readonly RegisterEntry[];
  return [
    ...(searched ? [{ name: KEY_WORD, label: '关键字', kind: 'text' as const }] : []),
    ...asked.map((field) => queryField(field, entries(field))),
  ];
}

const PLACES: Readonly<Record<string, number>> = { percent: 4 };
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A typed number in the unit that the wire counts in; what is none goes as it is and is refused there. */
function counted(field: RegisterField, text: string): string {
  const places = field.kind === 'money' ? moneyPlaces(field) : (PLACES[field.kind] ?? 0);
  const number = Number(text);
  return places === 0 || text === '' || !Number.isFinite(number) ? text : String(Math.round(number * 10 ** places));
}

const OWN = new Set([
  KEY_WORD,
  MISFIT,
  DUE,
  'deptId',
  'facets',
  'ids',
  'idsOnly',
  'pageNum',
  'pageSize',
  'orderByColumn',
  'isAsc',
]);

/** What a list is asked, as the server takes it: conditions under `q`, ranges with their two ends. */
export function toQuery(fields: readonly RegisterField[], filters: Params): Params {
  const query: Record<string, ParamValue> = {};
  const conditions: Record<string, ParamValue> = {};
  for (const [name, value] of Object.entries(filters)) {
    const field = fields.find(({ code }) => code === name);
    if (!field || OWN.has(name)) {
      query[name] = value;
    } else if (field.queryWay === 'BETWEEN') {
      const text = String(value);
      const [from = '', to = ''] = isTime(field)
        ? (textToRange(text) ?? [])
        : text.split('~').map((end) => counted(field, end));
      conditions[`begin${capital(name)}`] = from;
      conditions[`end${capital(name)}`] = to;
    } else conditions[name] = PLACES[field.kind] ? counted(field, String(value)) : value;
  }
  return { ...query, q: conditions };
}
