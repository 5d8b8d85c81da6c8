import { App } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import {
  changeNoticeState,
  listNotices,
  type NoticeRow,
  PUBLISHED,
  removeNotices,
  SCOPES,
  WITHDRAWN,
} from '@/api/notice';
import { useDict } from '@/api/useDict';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { ListButtons, timeColumn, useRemoval } from '@/features/records/listParts';
import { MadeBy } from '@/features/records/MadeBy';
import { toMinute } from '@/lib/dates';
import { type DictEntry, dictLabel, dictOptions } from '@/lib/dict';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const NoticeDialog = lazy(() => import('./parts/NoticeDialog'));
const ReadersDrawer = lazy(() => import('./parts/ReadersDrawer'));
const NoticeDrawer = lazy(() => import('@/features/notices/NoticeDrawer'));

const LIST = 'system-notice';
const PREFIX = 'system:notice';
const STATES: Record<number, { text: string; tone: TagTone }> = {
  0: { text: '草稿', tone: 'off' },
  1: { text: '已发布', tone: 'ok' },
  2: { text: '已撤回', tone: 'warn' },
};
const STATE_OPTIONS = Object.entries(STATES).map(([value, { text }]) => ({ value, label: text }));

function noticeColumns(types: readonly DictEntry[]): ListColumn<NoticeRow>[] {
  const scopeOf = ({ scope }: NoticeRow) => SCOPES.find(({ value }) => value === scope)?.label ?? '';
  return [
    { key: 'noticeId', sort: 'noticeId', title: '编号', width: 80, optional: true, render: (row) => row.noticeId },
    { key: 'title', sort: 'noticeTitle', title: '标题', width: 240, card: 'title', render: (row) => row.noticeTitle },
    {
      key: 'type',
      sort: 'noticeType',
      filter: { field: 'noticeType', value: (row) => row.noticeType },
      title: '类型',
      width: 80,
      render: (row) => dictLabel(types, row.noticeType),
    },
    {
      key: 'state',
      title: '状态',
      width: 96,
      card: 'state',
      sort: 'state',
      filter: { field: 'state', value: (row) => row.state },
      render: ({ state }) => <StateTag tone={STATES[state]?.tone ?? 'off'}>{STATES[state]?.text}</StateTag>,
    },
    { key: 'top', sort: 'isTop', title: '置顶', width: 72, render: (row) => (row.isTop ? '是' : '') },
    { key: 'scope', sort: 'scope', title: '接收范围', width: 100, render: scopeOf },
    { key: 'readCount', title: '已读人数', width: 90, render: (row) => row.readCount ?? 0 },
    {
      key: 'expireAt',
      sort: 'expireAt',
      title: '失效时间',
      width: 140,
      className: 't2',
      render: (row) => toMinute(row.expireAt),
    },
    { key: 'createBy', title: '创建者', width: 100, optional: true, render: (row) => <MadeBy {...row} /> },
    timeColumn<NoticeRow & { createTime?: string }>() as ListColumn<NoticeRow>,
  ];
}

type Shown = { kind: 'edit'; noticeId: number | null } | { kind: 'view' | 'readers'; notice: NoticeRow };

/** Publishing and withdrawing, each after a question. */
function useStateChange() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const submission = useSubmission();
  const publish = async ({ noticeId: bizId, noticeTitle: title }: NoticeRow) =>
    submission.send({ process: 'notice', bizId, payload: {}, title, said: WAITS, done: '发布成功' });
  const withdraw = async ({ noticeId }: NoticeRow) => {
    await changeNoticeState(noticeId, WITHDRAWN);
    void message.success('撤回成功');
  };
  const change = (row: NoticeRow) => {
    const [verb, run, then] =
      row.state === PUBLISHED
        ? (['撤回', withdraw, '撤回后不再显示，可以重新发布。'] as const)
        : (['发布', publish, '接收范围内的人员会立即看到。'] as const);
    const content = `确定要${verb}“${row.noticeTitle}”吗？${then}`;
    confirm({ title: `${verb}公告`, content, okText: verb, danger: run === withdraw, run: () => run(row) });
  };
  return { change, dialog: submission.dialog };
}

/** 通知公告 for those who write them. */
export default function NoticeAdminPage() {
  const types = useDict('sys_notice_type');
  const [shown, setShown] = useState<Shown | null>(null);
  const ask = useRemoval('公告');
  const { change, dialog } = useStateChange();
  const remove = (rows: readonly NoticeRow[]) =>
    ask(
      rows.map(({ noticeTitle }) => noticeTitle),
      () => removeNotices(rows.map(({ noticeId }) => noticeId)),
    );
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'noticeTitle', label: '标题', kind: 'text' },
      { name: 'createBy', label: '创建者', kind: 'text' },
      { name: 'noticeType', label: '类型', kind: 'select', options: dictOptions(types), width: 130 },
      { name: 'state', label: '状态', kind: 'select', options: STATE_OPTIONS, width: 130, counted: true, chips: true },
      { name: 'createTime', label: '创建时间', kind: 'dateRange' },
    ],
    [types],
  );
  const columns = useMemo(() => noticeColumns(types), [types]);
  const edit = `${PREFIX}:edit`;
  const list = `${PREFIX}:list`;
  const actions: RowAction<NoticeRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: edit,
      run: ({ noticeId }) => setShown({ kind: 'edit', noticeId }),
    },
    { key: 'publish', label: '发布', permission: edit, show: (row) => row.state !== PUBLISHED, run: change },
    { key: 'withdraw', label: '撤回', permission: edit, show: (row) => row.state === PUBLISHED, run: change },
    { key: 'view', label: '查看', permission: list, run: (notice) => setShown({ kind: 'view', notice }) },
    { key: 'readers', label: '阅读情况', permission: list, run: (notice) => setShown({ kind: 'readers', notice }) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (row) => remove([row]) },
  ];
  const close = () => setShown(null);
  return (
    <>
      <ListPage<NoticeRow>
        name={LIST}
        noun="公告"
        load={listNotices}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.noticeId}
        rowName={(row) => row.noticeTitle}
        muted={(row) => row.state !== PUBLISHED}
        selectable={() => true}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setShown({ kind: 'edit', noticeId: null })}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/notice', filters, ids }}
          />
        )}
      />
      <Suspense fallback={null}>
        {shown?.kind === 'edit' && <NoticeDialog noticeId={shown.noticeId} onClose={close} />}
        {shown?.kind === 'view' && <NoticeDrawer noticeId={shown.notice.noticeId} onClose={close} />}
        {shown?.kind === 'readers' && <ReadersDrawer notice={shown.notice} onClose={close} />}
      </Suspense>
      {dialog}
    </>
  );
}
