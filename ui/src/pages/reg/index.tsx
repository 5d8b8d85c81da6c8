import {
  BarChartOutlined,
  EditOutlined,
  RestOutlined,
  SnippetsOutlined,
  TableOutlined,
  UndoOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  approvalOf,
  fieldsOf,
  type RegisterField,
  type RegisterMeta,
  type RegisterRow,
  registerMetaQuery,
  registerRows,
} from '@/api/registers';
import { ListButtons } from '@/features/records/listParts';
import { askedWords } from '@/features/registers/asked';
import { columns } from '@/features/registers/columns';
import { ABOUT, DUE, MISFIT, queryFields, toQuery } from '@/features/registers/queries';
import registersStyles from '@/features/registers/registers.module.css';
import { headOf, valueText, type Wire } from '@/features/registers/values';
import { withheld } from '@/features/registers/withheld';
import type { Params } from '@/lib/params';
import { useQuery } from '@/lib/useQuery';
import { Can, useCan } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { Load } from '@/ui/list/query';
import type { ListAnswer, ListContext, RowAction } from '@/ui/list/types';
import { useAddressed } from '@/ui/useAddressed';
import { useCommand } from '@/ui/useCommand';
import { usePhone } from '@/ui/useMedia';
import { useRowRemoval } from './parts/useRowRemoval';

const RowDialog = lazy(() => import('./parts/RowDialog'));
const RowDrawer = lazy(() => import('./parts/RowDrawer'));
const GroupDialog = lazy(() => import('./parts/GroupDialog'));
const RecycleDialog = lazy(() => import('./parts/RecycleDialog'));
const BatchDialog = lazy(() => import('./parts/BatchDialog'));
const ImportRowsDialog = lazy(() => import('./parts/ImportRowsDialog'));
const PasteDialog = lazy(() => import('./parts/PasteDialog'));
const GridDialog = lazy(() => import('./parts/GridDialog'));
const UndoDialog = lazy(() => import('./parts/UndoDialog'));

const NONE: readonly number[] = [];
const KEEPS = ['rowId'] as const;
const EXTRA = [MISFIT, DUE] as const;
/** The office's own sheet, beside the plain one that comes in again. */
const LAYOUTS = [{ label: '按原表版式导出', params: { layout: 'paper' } }] as const;

const loadRows =
  ({ list }: ReturnType<typeof registerRows>, fields: ReturnType<typeof fieldsOf>): Load<ListAnswer<RegisterRow>> =>
  (query, signal) =>
    list(toQuery(fields, query), signal);

/** Which dialog is open over the list. */
type Open =
  | { kind: 'add'; copyOf?: number; given?: Readonly<Record<string, unknown>> }
  | { kind: 'edit'; id: number }
  | { kind: 'group'; query: Params }
  | { kind: 'recycle' }
  | { kind: 'import' }
  | { kind: 'paste' }
  | { kind: 'undo' }
  | { kind: 'grid'; asked: Params }
  | { kind: 'batch'; ids: readonly number[]; clear: () => void };

/** Work in progress, and what ended in trouble. */
function Works({ meta }: { meta: RegisterMeta }) {
  if (meta.works.length === 0 && !meta.isSlow) return null;
  return (
    <>
      {meta.works.map((work) => (
        <Alert
          key={`${work.kind}${work.field}`}
          type={work.trouble ? 'warning' : 'info'}
          showIcon
          title={work.trouble || `正在处理数据：${work.done} / ${work.total} 行`}
        />
      ))}
      {meta.isSlow && (
        <Alert type="info" showIcon title="此登记表较大，列表逐行读取，速度较慢；管理员可调大参数 reg.memoryMb" />
      )}
    </>
  );
}

/** Says how much waits for a decision: new rows are not in the list before. */
function Waiting({ meta }: { meta: RegisterMeta }) {
  if (meta.waiting === 0) return null;
  return <Alert type="info" showIcon title={`${meta.waiting} 件变更正在审批，批准后生效；新增的行批准后才在列表中`} />;
}

/** Which rows a reminder, or a state that waits, is about. */
const aboutOf = ({ label, remind, waits = [] }: RegisterField): string =>
  waits.length > 0
    ? `只显示“${label}”为待办的行`
    : `只显示“${label}”${remind?.ahead ? `${remind.ahead} 日内到期` : '今日到期'}和已到期的行`;

/** Says that a list shows what a reminder is about, and leads back to all of it. */
function Reminded({ meta }: { meta: RegisterMeta }) {
  const [search, setSearch] = useSearchParams();
  const field = fieldsOf(meta).find(
    ({ code, remind, waits = [] }) => (remind || waits.length > 0) && code === search.get(DUE),
  );
  if (!field) return null;
  const all = new URLSearchParams(search);
  all.delete(DUE);
  return (
    <Alert
      type="info"
      showIcon
      title={aboutOf(field)}
      action={
        <button type="button" className="link" onClick={() => setSearch(all)}>
          显示全部
        </button>
      }
    />
  );
}

/** Sums of the filter under the list. */
function Sums({ meta, sums }: { meta: RegisterMeta; sums: object }) {
  const known = sums as Readonly<Record<string, Wire>>;
  const fields = fieldsOf(meta).filter(({ code, list }) => list && known[code] !== undefined);
  if (fields.length === 0) return null;
  return (
    <span className={registersStyles.sums}>
      {fields.map((field) => (
        <span key={field.code}>{`${headOf(field)} ${valueText(field, known[field.code], undefined, undefined)}`}</span>
      ))}
    </span>
  );
}

function Dialogs({ meta, open, close }: { meta: RegisterMeta; open: Open | null; close: () => void }) {
  switch (open?.kind) {
    case 'add':
      return (
        <RowDialog
          meta={meta}
          id={null}
          {...(open.copyOf !== undefined && { copyOf: open.copyOf })}
          {...(open.given && { given: open.given })}
          onClose={close}
        />
      );
    case 'edit':
      return <RowDialog meta={meta} id={open.id} onClose={close} />;
    case 'group':
      return <GroupDialog meta={meta} query={open.query} onClose={close} />;
    case 'recycle':
      return <RecycleDialog meta={meta} onClose={close} />;
    case 'import':
      return <ImportRowsDialog meta={meta} onClose={close} />;
    case 'paste':
      return <PasteDialog meta={meta} onClose={close} />;
    case 'grid':
      return <GridDialog meta={meta} asked={open.asked} onClose={close} />;
    case 'undo':
      return <UndoDialog meta={meta} onClose={close} />;
    case 'batch':
      return (
        <BatchDialog
          meta={meta}
          ids={open.ids}
          onClose={close}
          onSaved={() => {
            open.clear();
            close();
          }}
        />
      );
    default:
      return null;
  }
}

interface MoreActionsProps {
  prefix: string;
  onGroup: () => void;
  onGrid: () => void;
  onOpen: (kind: 'undo' | 'recycle') => void;
}

/** What is done less often than the rest: behind 更多 of the list. */
function MoreActions({ prefix, onGroup, onGrid, onOpen }: MoreActionsProps) {
  const can = useCan();
  const phone = usePhone();
  return (
    <>
      {/* a grid is worked by keys and a wide screen */}
      {!phone && can([`${prefix}:edit`]) && (
        <Button data-rare icon={<TableOutlined aria-hidden />} onClick={onGrid}>
          表格编辑
        </Button>
      )}
      <Button data-rare icon={<BarChartOutlined aria-hidden />} onClick={onGroup}>
        汇总
      </Button>
      <Can permission={`${prefix}:edit`}>
        <Button data-rare icon={<UndoOutlined aria-hidden />} onClick={() => onOpen('undo')}>
          撤销批量操作
        </Button>
      </Can>
      <Can permission={`${prefix}:remove`}>
        <Button data-rare icon={<RestOutlined aria-hidden />} onClick={() => onOpen('recycle')}>
          回收站
        </Button>
      </Can>
    </>
  );
}

/** `?about=fangjian~17`: the field of a new row that is filled in, with the number of its record. */
function aboutIn(search: URLSearchParams): Record<string, unknown> {
  const [field, number] = (search.get(ABOUT) ?? '').split('~');
  return field && Number(number) > 0 ? { [field]: Number(number) } : {};
}

function Register({ meta }: { meta: RegisterMeta }) {
  const rows = useMemo(() => registerRows(meta.code), [meta.code]);
  const [shown, declared] = useMemo(() => [columns(meta), queryFields(meta)], [meta]);
  const fields = fieldsOf(meta);
  const prefix = `reg:${meta.code}`;
  const [open, setOpen] = useState<Open | null>(null);
  const [search] = useSearchParams();
  const can = useCan();
  // a new row about the record that another page shows: its card leads here
  useCommand({ add: () => can([`${prefix}:add`]) && setOpen({ kind: 'add', given: aboutIn(search) }) });
  const addressed = useAddressed('rowId');
  const [looked, setLooked] = useState<number | null>(null);
  const detail = looked ?? addressed.asked;
  const { remove, dialog } = useRowRemoval(meta);
  const approval = approvalOf(meta);
  const actions: RowAction<RegisterRow>[] = [
    { key: 'detail', label: '详情', permission: `${prefix}:query`, run: ({ id }) => setLooked(id) },
    {
      ...{ key: 'edit', label: '修改', permission: `${prefix}:edit`, withheld },
      run: ({ id }) => setOpen({ kind: 'edit', id }),
    },
    { key: 'copy', label: '复制', permission: `${prefix}:add`, run: ({ id }) => setOpen({ kind: 'add', copyOf: id }) },
    {
      ...{ key: 'remove', label: '删除', permission: `${prefix}:remove`, danger: true, withheld },
      run: ({ id, title }) => remove([id], [title]),
    },
  ];
  const toolbar = ({ ids, whole, selected, filters, order, clearSelection }: ListContext<RegisterRow>) => {
    const chosen = whole ? NONE : ids;
    return (
      <>
        <ListButtons
          prefix={prefix}
          selected={ids.length}
          onAdd={() => setOpen({ kind: 'add' })}
          onRemove={() =>
            remove(
              ids,
              selected.map(({ title }) => title),
            )
          }
          exporting={{ base: rows.base, filters: toQuery(fields, filters), ids: chosen, more: LAYOUTS }}
          importing={
            approval.create && approval.change ? null : (
              <Can permission={`${prefix}:import`}>
                <Button icon={<UploadOutlined aria-hidden />} onClick={() => setOpen({ kind: 'import' })}>
                  导入
                </Button>
                <Button icon={<SnippetsOutlined aria-hidden />} onClick={() => setOpen({ kind: 'paste' })}>
                  粘贴
                </Button>
              </Can>
            )
          }
        />
        <Can permission={`${prefix}:edit`}>
          <Button
            icon={<EditOutlined aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setOpen({ kind: 'batch', ids, clear: clearSelection })}
          >
            批量修改
          </Button>
        </Can>
        <MoreActions
          prefix={prefix}
          onGroup={() => setOpen({ kind: 'group', query: toQuery(fields, filters) })}
          onGrid={() =>
            setOpen({ kind: 'grid', asked: { ...filters, ...order, ...(ids.length > 0 && { ids: ids.join(',') }) } })
          }
          onOpen={(kind) => setOpen({ kind })}
        />
      </>
    );
  };
  return (
    <>
      <ListPage<RegisterRow>
        name={rows.name}
        noun={meta.name}
        load={loadRows(rows, fields)}
        fields={declared}
        extraFilters={EXTRA}
        keeps={KEEPS}
        columns={shown}
        actions={actions}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        selectable={() => true}
        wholeFilter={{}}
        notice={
          <>
            <Works meta={meta} />
            <Waiting meta={meta} />
            <Reminded meta={meta} />
          </>
        }
        toolbar={toolbar}
        totals={(sums) => <Sums meta={meta} sums={sums} />}
        paper={{
          title: meta.name,
          asked: (filters, { rows: found }) => askedWords(meta, filters, found),
          selected: (ids, order) =>
            rows.list(toQuery(fields, { ...order, ids: ids.join(','), pageNum: 1, pageSize: ids.length })),
        }}
      />
      {dialog}
      <Suspense fallback={null}>
        {detail !== null && (
          <RowDrawer
            meta={meta}
            id={detail}
            onEdit={() => setOpen({ kind: 'edit', id: detail })}
            onClose={() => {
              setLooked(null);
              addressed.clear();
            }}
          />
        )}
        <Dialogs meta={meta} open={open} close={() => setOpen(null)} />
      </Suspense>
    </>
  );
}

/** The page of a register: its list and everything that is done to its rows. */
export default function RegisterPage({ code }: { code?: string }) {
  const source = useQuery(registerMetaQuery(code ?? ''));
  return (
    <Loaded source={source} title="登记表加载失败">
      {(meta) => <Register key={`${meta.code}/${meta.version}`} meta={meta} />}
    </Loaded>
  );
}
