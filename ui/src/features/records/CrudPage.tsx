import { useMemo, useState } from 'react';
import type { Params } from '@/api/params';
import type { Resource } from '@/api/resource';
import { ImportButton } from '@/features/import/ImportButton';
import { type DictEntry, useDict } from '@/lib/dict';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { EntityDialog } from './EntityDialog';
import { isDisabled, ListButtons, useRemoval } from './listParts';

/** The entries of the dictionaries that a page names, in their order. */
type Entries = readonly (readonly DictEntry[])[];

export interface CrudPageProps<Row extends object, Form extends object> {
  of: Resource<Row, Form>;
  /** What a row is called: «岗位». */
  noun: string;
  /** The column by which people know a row. */
  title: keyof Row & string;
  /** Always the same ones. */
  dicts?: readonly string[];
  fields: (...dicts: Entries) => QueryField[];
  columns: (...dicts: Entries) => ListColumn<Row>[];
  /** What a new one begins with, and an old one where it says nothing. */
  blank: Partial<Form>;
  /** The items of the form; `loaded` is what it began with, `id` null for a new one. */
  form: (loaded: Partial<Form>, id: number | null, ...dicts: Entries) => React.ReactNode;
  width?: number;
  /** Beginning of the permissions where it is not the path with colons. */
  prefix?: string;
  /** What may not be deleted. */
  deletable?: (row: Row) => boolean;
  /** Beside 修改 and 删除. */
  actions?: readonly RowAction<Row>[];
  /** A list for each of something: its name after the #, and what is asked, exported and begun with. */
  within?: { name: string; query: Params & Partial<Form> };
  exports?: boolean;
  /** Rows may be imported: what key and name of a row are called, and a row where it is not the noun. */
  imports?: { titles: readonly [string, string]; noun?: string };
  refreshCache?: () => Promise<unknown>;
}

/** A record as a form takes it: nothing stands for empty. */
const filled = <Form extends object>(row: object): Partial<Form> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '')) as Partial<Form>;

interface DialogProps<Row extends object, Form extends object> {
  page: CrudPageProps<Row, Form>;
  dicts: Entries;
  id: number | null;
  onClose: () => void;
}

function Dialog<Row extends object, Form extends object>({ page, dicts, id, onClose }: DialogProps<Row, Form>) {
  const { of, noun, blank, within, form, width = 560 } = page;
  // the server refuses a form that is older than the record
  const [version, setVersion] = useState({});
  const load = async (): Promise<Partial<Form>> => {
    if (id === null) return { ...blank, ...within?.query };
    const row = await of.fetch(id);
    setVersion('version' in row ? { version: row.version } : {});
    return { ...blank, ...filled<Form>(row) };
  };
  return (
    <EntityDialog<Form>
      noun={noun}
      id={id}
      load={load}
      save={(values) => of.save(id, { ...values, ...version })}
      onClose={onClose}
      width={width}
    >
      {(loaded) => form(loaded, id, ...dicts)}
    </EntityDialog>
  );
}

/** A plain register from its declaration: a list, and a form to add and change what stands in it. */
export function CrudPage<Row extends object, Form extends object>(props: CrudPageProps<Row, Form>) {
  const { of, noun, title, within, imports, deletable = () => true } = props;
  const dicts = (props.dicts ?? []).map(useDict);
  // undefined = closed, null = a new one
  const [editing, setEditing] = useState<number | null | undefined>();
  const prefix = props.prefix ?? of.base.slice(1).replace('/', ':');
  const keyOf = (row: Row) => row[of.id] as number;
  const nameOf = (row: Row) => String(row[title]);
  const ask = useRemoval(noun);
  const remove = (rows: readonly Row[]) => ask(rows.map(nameOf), () => of.remove(rows.map(keyOf)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is declared stays
  const [fields, columns] = useMemo(() => [props.fields(...dicts), props.columns(...dicts)], dicts);
  const actions: RowAction<Row>[] = [
    { key: 'edit', label: '修改', permission: `${prefix}:edit`, run: (row) => setEditing(keyOf(row)) },
    ...(props.actions ?? []),
    {
      ...{ key: 'remove', label: '删除', permission: `${prefix}:remove`, danger: true },
      ...{ show: deletable, run: (row) => remove([row]) },
    },
  ];
  const importing = imports && (
    <ImportButton permission={`${prefix}:import`} base={of.base} noun={imports.noun ?? noun} titles={imports.titles} />
  );
  return (
    <>
      <ListPage<Row>
        name={within ? `${of.name}#${within.name}` : of.name}
        noun={noun}
        load={(query, signal) => of.list({ ...query, ...within?.query }, signal)}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={keyOf}
        rowName={nameOf}
        muted={(row) => 'status' in row && isDisabled(row as { status: string })}
        selectable={deletable}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={prefix}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            {...(props.exports !== false && {
              exporting: { base: of.base, filters: { ...filters, ...within?.query } },
            })}
            {...(importing && { importing })}
            {...(props.refreshCache && { refreshCache: props.refreshCache })}
          />
        )}
      />
      {editing !== undefined && (
        <Dialog page={props} dicts={dicts} id={editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}
