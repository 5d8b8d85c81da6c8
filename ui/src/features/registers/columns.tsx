/** The columns of a register's list. */
import type { RegisterEntry, RegisterField, RegisterMeta, RegisterRow } from '@/api/registers';
import { fieldsOf } from '@/api/registers';
import { toMinute } from '@/lib/dates';
import { DictTag } from '@/ui/DictTag';
import type { ListColumn } from '@/ui/list/types';
import styles from './registers.module.css';
import { headOf, isLink, isNumber, valueText, type Wire } from './values';
import { widthOf } from './widths';

/** Numbers that are compared digit by digit stand in one line. */
const NUMBERS = new Set(['code', 'phone', 'idno', 'account']);

const SORTED = new Set([
  'text',
  'code',
  'whole',
  'decimal',
  'money',
  'percent',
  'area',
  'year',
  'day',
  'month',
  'moment',
  'flag',
  'choice',
]);

export const entriesOf =
  (meta: Pick<RegisterMeta, 'dictionaries'>) =>
  (field: RegisterField): readonly RegisterEntry[] =>
    (meta.dictionaries[field.dictionary] ?? []) as readonly RegisterEntry[];

/** A value in a cell or a card; what fits nothing is shown as it was written. */
export function FieldValue({
  field,
  row,
  entries,
}: {
  field: RegisterField;
  row: RegisterRow;
  entries: readonly RegisterEntry[];
}) {
  const value = row.values[field.code] as Wire;
  const misfit = row.misfits[field.code];
  if (misfit !== undefined) return <span className={styles.misfit}>{`（原值 ${misfit}）`}</span>;
  if (field.kind === 'choice' && value) {
    const states = entries.map((entry) => ({
      dictLabel: entry.label,
      dictValue: entry.value,
      listClass: entry.listClass,
    }));
    return <DictTag entries={states} value={String(value)} />;
  }
  const text = valueText(field, value, row.names[field.code], entries);
  return NUMBERS.has(field.kind) ? <span className={styles.number}>{text}</span> : text;
}

function filterOf(field: RegisterField): ListColumn<RegisterRow>['filter'] {
  if (!field.query || field.queryWay === 'BETWEEN') return undefined;
  return {
    field: field.code,
    value: (row) => {
      const value = row.values[field.code] as Wire;
      return typeof value === 'object' ? null : typeof value === 'boolean' ? String(value) : value;
    },
  };
}

export function column(
  field: RegisterField,
  entries: readonly RegisterEntry[],
  place: ListColumn<RegisterRow>['card'],
): ListColumn<RegisterRow> {
  const filter = filterOf(field);
  return {
    key: field.code,
    title: headOf(field),
    width: widthOf(field),
    render: (row) => (
      <>
        {/* before the text: behind a long one it would be cut off */}
        {place === 'title' && row.waitsIn !== undefined && <span className={`tag ${styles.waits}`}>审批中</span>}
        <FieldValue field={field} row={row} entries={entries} />
      </>
    ),
    ...(place && { card: place }),
    ...(NUMBERS.has(field.kind) && { wide: true }),
    ...(isNumber(field) && field.kind !== 'year' && { align: 'right' as const }),
    ...(SORTED.has(field.kind) && { sort: field.code }),
    ...(filter && !isLink(field) && { filter }),
  };
}

/** The number of a row, the fields that lists show, who made it and when. */
export function columns(meta: RegisterMeta): ListColumn<RegisterRow>[] {
  const fields = fieldsOf(meta).filter(({ list }) => list);
  const entries = entriesOf(meta);
  const title = fields.find(({ code }) => code === meta.title) ?? fields[0];
  const state = fields.find(({ kind }) => kind === 'choice');
  const place = (field: RegisterField) =>
    field.no === title?.no ? ('title' as const) : field.no === state?.no ? ('state' as const) : undefined;
  return [
    {
      key: 'no',
      title: '行号',
      width: 70,
      render: ({ no }) => no,
      sort: 'no',
      optional: fields.length > 0,
      card: 'none',
    },
    ...fields.map((field) => column(field, entries(field), place(field))),
    {
      key: 'deptName',
      title: '管理部门',
      width: 140,
      render: ({ deptName }) => deptName,
      sort: 'deptName',
      optional: true,
    },
    { key: 'createByName', title: '登记人', width: 90, render: ({ createByName }) => createByName, optional: true },
    {
      key: 'createTime',
      title: '登记时间',
      width: 140,
      className: 't2',
      render: ({ createTime }) => toMinute(createTime),
      sort: 'createTime',
      optional: true,
    },
  ];
}
