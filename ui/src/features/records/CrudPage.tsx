import { Suspense, useMemo, useState } from 'react';
import type { Resource } from '@/api/resource';
import { useDict } from '@/api/useDict';
import { ImportButton } from '@/features/import/ImportButton';
import type { Params } from '@/lib/params';
import { ListPage } from '@/ui/list/ListPage';
import { loadWithin } from '@/ui/list/query';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';
import type { CrudDialogProps, Entries } from './crudDialog';
import { isDisabled, ListButtons, useRemoval } from './listParts';

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
  /** Of `crudDialog`, lazily. */
  dialog: React.ComponentType<CrudDialogProps<Form>>;
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

/** How rows are told apart and named, what can be done to one, and deleting several. */
function useActions<Row extends object, Form extends object>(
  page: CrudPageProps<Row, Form>,
  edit: (id: number) => void,
) {
  const { of, noun, title, deletable = () => true } = page;
  const prefix = page.prefix ?? of.base.slice(1).replace('/', ':');
  const keyOf = (row: Row) => row[of.id] as number;
  const nameOf = (row: Row) => String(row[title]);
  const ask = useRemoval(noun);
  const remove = (rows: readonly Row[]) => ask(rows.map(nameOf), () => of.remove(rows.map(keyOf)));
  const actions: RowAction<Row>[] = [
    { key: 'edit', label: '修改', permission: `${prefix}:edit`, run: (row) => edit(keyOf(row)) },
    ...(page.actions ?? []),
    {
      ...{ key: 'remove', label: '删除', permission: `${prefix}:remove`, danger: true },
      ...{ show: deletable, run: (row) => remove([row]) },
    },
  ];
  return { prefix, keyOf, nameOf, remove, actions, deletable };
}

/** A plain register from its declaration: a list, and a form to add and change what stands in it. */
export function CrudPage<Row extends object, Form extends object>(props: CrudPageProps<Row, Form>) {
  const { of, noun, within, imports, width = 560, dialog: Dialog } = props;
  const dicts = (props.dicts ?? []).map(useDict);
  // undefined = closed, null = a new one
  const [editing, setEditing] = useState<number | null | undefined>();
  useCommand({ add: () => setEditing(null) });
  const { prefix, keyOf, nameOf, remove, actions, deletable } = useActions(props, setEditing);
  const load = async (id: number | null) => ({
    ...props.blank,
    ...(id === null ? within?.query : filled<Form>(await of.fetch(id))),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is declared stays
  const [fields, columns] = useMemo(() => [props.fields(...dicts), props.columns(...dicts)], dicts);
  const importing = imports && (
    <ImportButton permission={`${prefix}:import`} base={of.base} noun={imports.noun ?? noun} titles={imports.titles} />
  );
  return (
    <>
      <ListPage<Row>
        name={within ? `${of.name}#${within.name}` : of.name}
        noun={noun}
        load={loadWithin(of.list, within?.query)}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={keyOf}
        rowName={nameOf}
        muted={(row) => 'status' in row && isDisabled(row as { status: string })}
        selectable={deletable}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={prefix}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            {...(props.exports !== false && {
              exporting: { base: of.base, filters: { ...filters, ...within?.query }, ids },
            })}
            {...(importing && { importing })}
            {...(props.refreshCache && { refreshCache: props.refreshCache })}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && (
          <Dialog
            noun={noun}
            id={editing}
            width={width}
            dicts={dicts}
            load={() => load(editing)}
            save={(values) => of.save(editing, values)}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
