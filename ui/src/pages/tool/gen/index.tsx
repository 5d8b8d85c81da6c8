import { FileExcelOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { download } from '@/api/client';
import { RegisterStateLabels } from '@/api/generated/enums';
import {
  createDesign,
  exportDefinition,
  type GenTable,
  genTables,
  resumeRegister,
  stopRegister,
} from '@/api/registerDesign';
import { joinNames } from '@/features/records/listParts';
import { toMinute } from '@/lib/dates';
import { Can } from '@/ui/Can';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const NewDialog = lazy(() => import('./parts/NewDialog'));
const FileDialog = lazy(() => import('./parts/FileDialog'));
const PublishDialog = lazy(() => import('./parts/PublishDialog'));
const PreviewDialog = lazy(() => import('./parts/PreviewDialog'));
const Unfinished = lazy(() => import('./parts/Unfinished'));

type Open = { kind: 'new' } | { kind: 'file' } | { kind: 'publish' | 'preview'; table: GenTable };

const TONES: Readonly<Record<string, TagTone>> = { draft: 'plain', published: 'ok', stopped: 'off', archived: 'lock' };

const stateOf = (state: string): string => RegisterStateLabels.find(([value]) => value === state)?.[1] ?? state;

const FIELDS: readonly QueryField[] = [
  { name: 'tableComment', label: '名称', kind: 'text' },
  { name: 'tableName', label: '编码', kind: 'text' },
  {
    ...{ name: 'state', label: '状态', kind: 'multi' as const, counted: true },
    options: RegisterStateLabels.map(([value, label]) => ({ value, label })),
  },
];

const COLUMNS: readonly ListColumn<GenTable>[] = [
  {
    key: 'tableComment',
    title: '名称',
    width: 200,
    card: 'title',
    sort: 'tableComment',
    render: (row) => row.tableComment,
  },
  { key: 'code', title: '编码', width: 110, sort: 'tableName', render: (row) => row.code },
  {
    ...{ key: 'state', title: '状态', width: 110, card: 'state' as const, sort: 'state' },
    render: (row) => (
      <>
        <StateTag tone={TONES[row.state] ?? 'plain'}>{stateOf(row.state)}</StateTag>
        {row.version > 0 && row.isChanged && <span className="t2"> 有修改</span>}
      </>
    ),
  },
  { key: 'rowCount', title: '行数', width: 90, align: 'right', render: (row) => row.rowCount },
  { key: 'fieldCount', title: '字段', width: 70, align: 'right', render: (row) => row.fieldCount },
  { key: 'version', title: '版本', width: 70, align: 'right', sort: 'version', render: (row) => row.version || '' },
  { key: 'menuPath', title: '菜单位置', width: 220, render: (row) => row.menuPath },
  {
    ...{ key: 'updateTime', title: '更新时间', width: 140, className: 't2', sort: 'updateTime' },
    render: (row) => toMinute(row.updateTime ?? row.createTime),
  },
];

/** What is done to a register without a form. */
function useDeeds() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const turn = (table: GenTable, on: boolean) => {
    const verb = on ? '启用' : '停用';
    confirm({
      title: `${verb}登记表`,
      content: on
        ? `确定要启用“${table.tableComment}”吗？菜单和权限随即恢复。`
        : `确定要停用“${table.tableComment}”吗？菜单随即消失，正在填写的内容将不能保存；数据不受影响。`,
      okText: verb,
      danger: !on,
      run: () => (on ? resumeRegister : stopRegister)(table.tableId).then(() => void message.success(`${verb}成功`)),
    });
  };
  const copy = async (table: GenTable) => navigate(`/gen/edit/${await createDesign({ copyOf: table.tableId })}`);
  const remove = (tables: readonly GenTable[]) =>
    confirm({
      title: '删除登记表',
      content: `确定要删除“${joinNames(tables.map(({ tableComment }) => tableComment))}”的设计吗？`,
      okText: '删除',
      danger: true,
      run: () => genTables.remove(tables.map(({ tableId }) => tableId)).then(() => void message.success('删除成功')),
    });
  const save = (table: GenTable) => exportDefinition(table.tableId).then(download);
  return { turn, copy, remove, save, open: (id: number) => navigate(`/gen/edit/${id}`) };
}

/** 登记表管理. */
export default function RegistersPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const deeds = useDeeds();
  const close = () => setOpen(null);
  const actions: RowAction<GenTable>[] = [
    { key: 'design', label: '设计', permission: 'tool:gen:query', run: ({ tableId }) => deeds.open(tableId) },
    {
      ...{ key: 'publish', label: '发布', permission: 'tool:gen:publish' },
      show: ({ isChanged }) => isChanged,
      run: (table) => setOpen({ kind: 'publish', table }),
    },
    {
      key: 'preview',
      label: '预览',
      permission: 'tool:gen:preview',
      run: (table) => setOpen({ kind: 'preview', table }),
    },
    {
      ...{ key: 'stop', label: '停用', permission: 'tool:gen:publish', danger: true },
      show: ({ state }) => state === 'published',
      run: (table) => deeds.turn(table, false),
    },
    {
      ...{ key: 'resume', label: '启用', permission: 'tool:gen:publish' },
      show: ({ state }) => state === 'stopped',
      run: (table) => deeds.turn(table, true),
    },
    { key: 'copy', label: '复制', permission: 'tool:gen:import', run: (table) => void deeds.copy(table) },
    { key: 'export', label: '导出定义', permission: 'tool:gen:code', run: (table) => void deeds.save(table) },
    {
      ...{ key: 'remove', label: '删除', permission: 'tool:gen:remove', danger: true },
      show: ({ state }) => state === 'draft',
      run: (table) => deeds.remove([table]),
    },
  ];
  return (
    <>
      <ListPage<GenTable>
        name="tool-gen"
        noun="登记表"
        load={(query, signal) => genTables.list(query, signal)}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ tableId }) => tableId}
        rowName={({ tableComment }) => tableComment}
        muted={({ state }) => state === 'stopped'}
        changing={({ works }) => works.some(({ trouble }) => trouble === '')}
        notice={
          <Can permission="tool:gen:import">
            <Suspense fallback={null}>
              <Unfinished />
            </Suspense>
          </Can>
        }
        toolbar={() => (
          <Can permission="tool:gen:import">
            <Button type="primary" icon={<FileExcelOutlined aria-hidden />} onClick={() => navigate('/gen/book')}>
              从工作簿新建
            </Button>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
              手工新建
            </Button>
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpen({ kind: 'file' })}>
              导入定义
            </Button>
          </Can>
        )}
      />
      <Suspense fallback={null}>
        {open?.kind === 'new' && <NewDialog onClose={close} onMade={deeds.open} />}
        {open?.kind === 'file' && <FileDialog onClose={close} onMade={deeds.open} />}
        {open?.kind === 'publish' && <PublishDialog id={open.table.tableId} onClose={close} />}
        {open?.kind === 'preview' && <PreviewDialog table={open.table} onClose={close} />}
      </Suspense>
    </>
  );
}
