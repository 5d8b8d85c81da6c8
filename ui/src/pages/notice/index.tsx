import { Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { listMyNotices, markAllRead, type NoticeRow } from '@/api/notice';
import { useDict } from '@/api/useDict';
import { MadeBy } from '@/features/records/MadeBy';
import { wholeIn } from '@/lib/address';
import { toMinute } from '@/lib/dates';
import { dictLabel, dictOptions } from '@/lib/dict';
import { useMutation } from '@/lib/useMutation';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const NoticeDrawer = lazy(() => import('@/features/notices/NoticeDrawer'));
const LIST = 'notice-mine';
const READING = [
  { label: '未读', value: 'true' },
  { label: '全部', value: 'false' },
];

/** 通知公告 as every person has them: read and unread, opened beside the list. */
export default function NoticePage() {
  const types = useDict('sys_notice_type');
  const [search] = useSearchParams();
  const [reading, setReading] = useState<number | null>(wholeIn(search, 'noticeId') ?? null);
  const readAll = useMutation({ mutationFn: markAllRead });
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'noticeTitle', label: '标题', kind: 'text' },
      { name: 'noticeType', label: '类型', kind: 'select', options: dictOptions(types), width: 140 },
      { name: 'unread', label: '阅读', kind: 'select', options: READING, width: 140 },
    ],
    [types],
  );
  const columns = useMemo<ListColumn<NoticeRow>[]>(
    () => [
      {
        key: 'title',
        title: '标题',
        width: 420,
        card: 'title',
        render: (row) => (
          <button type="button" className="link" onClick={() => setReading(row.noticeId)}>
            {row.isRead ? row.noticeTitle : <strong>{row.noticeTitle}</strong>}
          </button>
        ),
      },
      { key: 'type', title: '类型', width: 90, render: (row) => dictLabel(types, row.noticeType) },
      {
        key: 'read',
        title: '阅读',
        width: 90,
        card: 'state',
        render: (row) => (row.isRead ? <StateTag tone="plain">已读</StateTag> : <StateTag tone="blue">未读</StateTag>),
      },
      {
        key: 'top',
        title: '置顶',
        width: 80,
        render: (row) => (row.isTop ? <StateTag tone="warn">置顶</StateTag> : ''),
      },
      { key: 'since', title: '发布时间', width: 150, className: 't2', render: (row) => toMinute(row.since) },
      { key: 'createBy', title: '发布人', width: 120, render: (row) => <MadeBy {...row} /> },
    ],
    [types],
  );
  return (
    <>
      <ListPage<NoticeRow>
        name={LIST}
        noun="公告"
        load={listMyNotices}
        fields={fields}
        columns={columns}
        actions={[]}
        rowKey={(row) => row.noticeId}
        rowName={(row) => row.noticeTitle}
        toolbar={() => (
          <Button loading={readAll.isPending} onClick={() => readAll.mutate()}>
            全部已读
          </Button>
        )}
      />
      {reading !== null && (
        <Suspense fallback={null}>
          <NoticeDrawer
            noticeId={reading}
            onClose={() => {
              setReading(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
