import { InboxOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { archiveOperLog, listOperLog, type OperLogRow } from '@/api/monitor';
import { useDict } from '@/api/useDict';
import { ExportButton } from '@/features/ExportButton';
import { type DictEntry, dictOptions } from '@/lib/dict';
import type { Params } from '@/lib/params';
import { Can } from '@/ui/Can';
import { DictTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { ChainBadge } from './parts/ChainBadge';

const Detail = lazy(() => import('./parts/Detail'));

const LIST = 'monitor-operlog';

function columnsOf(kinds: readonly DictEntry[], states: readonly DictEntry[]): ListColumn<OperLogRow>[] {
  return [
    { key: 'operId', title: '编号', width: 70, render: (row) => row.operId },
    { key: 'title', title: '操作模块', width: 120, card: 'title', render: (row) => row.title },
    {
      key: 'businessType',
      title: '操作类型',
      width: 86,
      render: (row) => <DictTag entries={kinds} value={String(row.businessType)} />,
    },
    { key: 'method', title: '请求方法', width: 240, optional: true, render: (row) => row.method },
    { key: 'operName', title: '操作人员', width: 170, sort: 'operName', render: (row) => row.operPerson || '—' },
    { key: 'deptName', title: '部门', width: 110, render: (row) => row.deptName || '—' },
    { key: 'operIp', title: '操作地址', width: 120, render: (row) => row.operIp || '—' },
    { key: 'operUrl', title: '请求地址', width: 220, optional: true, render: (row) => row.operUrl },
    {
      key: 'status',
      title: '状态',
      width: 80,
      card: 'state',
      render: (row) => <DictTag entries={states} value={String(row.status)} />,
    },
    { key: 'errorMsg', title: '失败原因', width: 220, optional: true, render: (row) => row.errorMsg ?? '' },
    { key: 'operTime', title: '操作时间', width: 168, sort: 'operTime', render: (row) => row.operTime },
    { key: 'costTime', title: '耗时', width: 86, sort: 'costTime', render: (row) => `${row.costTime} 毫秒` },
  ];
}

function Tools({ filters, onArchive }: { filters: Params; onArchive: () => void }) {
  return (
    <>
      <ExportButton permission="monitor:operlog:export" base="/monitor/operlog" filters={filters} />
      <Can permission="monitor:operlog:remove">
        <Button icon={<InboxOutlined aria-hidden />} onClick={onArchive}>
          归档
        </Button>
      </Can>
      <Can permission="monitor:operlog:query">
        <ChainBadge />
      </Can>
    </>
  );
}

/** 操作日志. */
export default function OperLogPage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const kinds = useDict('sys_oper_type');
  const states = useDict('sys_common_status');
  const [shown, setShown] = useState<number | null>(null);
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'title', label: '操作模块', kind: 'text', width: 150 },
      { name: 'operName', label: '操作人员', kind: 'text', width: 150 },
      { name: 'operIp', label: '操作地址', kind: 'text', width: 150 },
      { name: 'businessType', label: '操作类型', kind: 'select', options: dictOptions(kinds), width: 126 },
      { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 110 },
      { name: 'operTime', label: '操作时间', kind: 'dateRange' },
    ],
    [kinds, states],
  );
  const columns = useMemo(() => columnsOf(kinds, states), [kinds, states]);
  const archive = () =>
    confirm({
      title: '归档日志',
      content: '把超过保留期的操作日志和登录日志移到数据目录的归档文件中。保留期内（至少 180 天）的日志不会删除。',
      okText: '归档',
      run: () =>
        archiveOperLog().then((text) => {
          void message.success(text);
        }),
    });
  const actions: RowAction<OperLogRow>[] = [
    { key: 'show', label: '详情', permission: 'monitor:operlog:query', run: (row) => setShown(row.operId) },
  ];
  return (
    <>
      <ListPage<OperLogRow>
        name={LIST}
        noun="操作日志"
        load={listOperLog}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.operId}
        rowName={(row) => `${row.title} ${row.operTime}`}
        toolbar={({ filters }) => <Tools filters={filters} onArchive={archive} />}
      />
      <Suspense fallback={null}>{shown !== null && <Detail operId={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
