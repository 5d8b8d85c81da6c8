import { FileExcelOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { download } from '@/api/client';
import { RegisterStateLabels, WorkKindLabels } from '@/api/generated/enums';
import {
  archiveRegister,
  createDesign,
  exportDefinition,
  fetchPackage,
  type GenTable,
  genTables,
  resumeRegister,
  stopRegister,
  unarchiveRegister,
} from '@/api/registerDesign';
import { joinNames } from '@/features/records/listParts';
import { toMinute } from '@/lib/dates';
import { Can } from '@/ui/Can';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const NewDialog = lazy(() => import('@/features/registers/designer/NewDialog'));
const FileDialog = lazy(() => import('@/features/registers/designer/FileDialog'));
const PublishDialog = lazy(() => import('@/features/registers/designer/PublishDialog'));
const PreviewDialog = lazy(() => import('@/features/registers/designer/PreviewDialog'));
const Unfinished = lazy(() => import('@/features/registers/designer/Unfinished'));

type Open = { kind: 'new' } | { kind: 'file' } | { kind: 'publish' | 'preview'; table: GenTable };

const TONES: Readonly<Record<string, TagTone>> = { draft: 'plain', published: 'ok', stopped: 'off', archived: 'lock' };

const stateOf = (state: string): string => RegisterStateLabels.find(([value]) => value === state)?.[1] ?? state;

const share = (done: number, total: number): number =>
  total === 0 ? 0 : Math.floor((Math.min(done, total) * 100) / total);

/** Work on the rows, as the list tells it: `归档 43%`. */
function told({ kind, done, total, trouble }: GenTable['works'][number]): string {
  const label = WorkKindLabels.find(([value]) => value === kind)?.[1] ?? kind;
  return trouble ? `${label}未完成` : `${label} ${share(done, total)}%`;
}

const isAtWork = ({ works }: GenTable): boolean => works.some(({ trouble }) => trouble === '');
const hasTrouble = ({ works }: GenTable): boolean => works.some(({ trouble }) => trouble !== '');

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
        {row.version > 0 && row.isChanged && row.state !== 'archived' && <span className="t2"> 有修改</span>}
        {row.works.map((work) => (
          <span key={`${work.kind}${work.field}`} className="t2" title={work.trouble || undefined}>
            {` ${told(work)}`}
          </span>
        ))}
      </>
    ),
  },
  { key: 'rowCount', title: '行数', width: 90, align: 'right', render: (row) => row.package?.rows ?? row.rowCount },
  { key: 'fieldCount', title: '字段', width: 70, align: 'right', render: (row) => row.fieldCount },
  { key: 'version', title: '版本', width: 70, align: 'right', sort: 'version', render: (row) => row.version || '' },
  { key: 'menuPath', title: '菜单位置', width: 220, render: (row) => row.menuPath },
  {
    ...{ key: 'updateTime', title: '更新时间', width: 140, className: 't2', sort: 'updateTime' },
    render: (row) => toMinute(row.updateTime ?? row.createTime),
  },
];

/** What is done to a register without a form. */
function useOperations() {
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
      content: `确定要删除“${joinNames(tables.map(({ tableComment }) => tableComment))}”吗？${
        tables.some(({ state }) => state === 'archived')
          ? '归档包留在服务器的 archive 目录，以后可以用“导入”恢复；请先下载一份保存。'
          : '它的设计将被删除。'
      }`,
      okText: '删除',
      danger: true,
      run: () => genTables.remove(tables.map(({ tableId }) => tableId)).then(() => void message.success('删除成功')),
    });
  const archive = (table: GenTable) =>
    confirm({
      title: '归档登记表',
      content:
        `“${table.tableComment}”的全部定义、${table.rowCount} 行数据（另含回收站）及其变更历史和附件将打包为服务器上的文件，` +
        '核对无误后从系统中移走；菜单删除，角色的授权随之取消。归档包可以下载，也可以恢复。',
      okText: '归档',
      danger: true,
      run: () => archiveRegister(table.tableId).then(() => void message.success('正在后台归档')),
    });
  const unarchive = (table: GenTable) =>
    confirm({
      title: '恢复登记表',
      content: `将从归档包恢复“${table.tableComment}”：${table.package?.rows ?? 0} 行、${
        table.package?.files ?? 0
      } 个附件。恢复后为停用状态，启用后请在角色管理中重新授权。`,
      okText: '恢复',
      run: () => unarchiveRegister(table.tableId).then(({ sentence }) => void message.success(sentence)),
    });
  const fetch = (table: GenTable) => fetchPackage(table.tableId).then(download);
  const save = (table: GenTable) => exportDefinition(table.tableId).then(download);
  return { turn, copy, remove, archive, unarchive, fetch, save, open: (id: number) => navigate(`/gen/edit/${id}`) };
}

/** 登记表管理. */
export default function RegistersPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const operations = useOperations();
  const close = () => setOpen(null);
  const actions: RowAction<GenTable>[] = [
    {
      ...{ key: 'design', label: '设计', permission: 'tool:gen:query' },
      show: ({ state }) => state !== 'archived',
      run: ({ tableId }) => operations.open(tableId),
    },
    {
      ...{ key: 'publish', label: '发布', permission: 'tool:gen:publish' },
      show: ({ isChanged, state }) => isChanged && state !== 'archived',
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
      run: (table) => operations.turn(table, false),
    },
    {
      ...{ key: 'resume', label: '启用', permission: 'tool:gen:publish' },
      show: ({ state }) => state === 'stopped',
      run: (table) => operations.turn(table, true),
    },
    {
      ...{ key: 'archive', label: '归档', permission: 'tool:gen:publish', danger: true },
      show: (table) => table.state === 'stopped' || (table.state === 'archived' && hasTrouble(table)),
      run: operations.archive,
    },
    {
      ...{ key: 'package', label: '下载', permission: 'tool:gen:publish' },
      show: ({ state }) => state === 'archived',
      run: (table) => void operations.fetch(table),
    },
    {
      ...{ key: 'unarchive', label: '恢复', permission: 'tool:gen:publish' },
      show: ({ state, works }) => state === 'archived' && works.length === 0,
      run: operations.unarchive,
    },
    { key: 'copy', label: '复制', permission: 'tool:gen:import', run: (table) => void operations.copy(table) },
    { key: 'export', label: '导出定义', permission: 'tool:gen:code', run: (table) => void operations.save(table) },
    {
      ...{ key: 'remove', label: '删除', permission: 'tool:gen:remove', danger: true },
      show: ({ state, works }) => state === 'draft' || (state === 'archived' && works.length === 0),
      run: (table) => operations.remove([table]),
    },
  ];
  return (
    <>
      <ListPage<GenTable>
        name="tool-gen"
        noun="登记表"
        load={genTables.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ tableId }) => tableId}
        rowName={({ tableComment }) => tableComment}
        muted={({ state }) => state === 'stopped' || state === 'archived'}
        changing={isAtWork}
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
              导入
            </Button>
          </Can>
        )}
      />
      <Suspense fallback={null}>
        {open?.kind === 'new' && <NewDialog onClose={close} onMade={operations.open} />}
        {open?.kind === 'file' && <FileDialog onClose={close} onMade={operations.open} />}
        {open?.kind === 'publish' && <PublishDialog id={open.table.tableId} onClose={close} />}
        {open?.kind === 'preview' && <PreviewDialog table={open.table} onClose={close} />}
      </Suspense>
    </>
  );
}
