import { BellOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { Suspense, useState } from 'react';
import { markAllRead } from '@/api/notice';
import { todoQuery } from '@/api/todo';
import { NoticeLines } from '@/features/notices/NoticeLines';
import noticesStyles from '@/features/notices/notices.module.css';
import { useSignals } from '@/features/notices/useSignals';
import { useTopNotices } from '@/features/notices/useTopNotices';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useOpenPage } from '@/ui/useOpenPage';

const NoticeDrawer = lazy(() => import('@/features/notices/NoticeDrawer'));
const MOST_SHOWN = 99;

/** The bell of the bar: unread notices, live. */
export function NoticeBell() {
  useSignals();
  const openPage = useOpenPage();
  const top = useTopNotices();
  const [open, setOpen] = useState(false);
  const todo = useQuery({
    ...todoQuery({ pageSize: 1 }),
    enabled: open,
    staleTime: 0,
  });
  const [reading, setReading] = useState<number | null>(null);
  const readAll = useMutation({ mutationFn: markAllRead });
  const unread = top.data?.unreadCount ?? 0;
  const rows = top.data?.data ?? [];
  const read = (noticeId: number) => {
    setOpen(false);
    setReading(noticeId);
  };
  const show = (path: string) => {
    setOpen(false);
    openPage(path);
  };
  const content = (
    <section className={noticesStyles.bellBox} aria-label="通知公告">
      <div className={noticesStyles.bellHead}>
        <h2>通知公告</h2>
        {unread > 0 && (
          <button type="button" className="link" disabled={readAll.isPending} onClick={() => readAll.mutate()}>
            全部已读
          </button>
        )}
      </div>
      {rows.length > 0 ? (
        <NoticeLines rows={rows} onOpen={read} />
      ) : top.isError ? (
        <LoadFailed title="公告加载失败" error={top.error} retry={top.refetch} />
      ) : (
        <EmptyState kind="empty" title="暂无通知公告" />
      )}
      <div className={noticesStyles.bellFoot}>
        <button type="button" className="link" onClick={() => show('/notice')}>
          全部公告
        </button>
        <button type="button" className="link" onClick={() => show('/todo')}>
          我的待办{todo.data ? `（${todo.data.sums.all}）` : ''}
        </button>
      </div>
    </section>
  );
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        content={content}
        styles={{ container: { padding: '8px 0 4px' } }}
      >
        <button
          type="button"
          className={`ib ${noticesStyles.bell}`}
          title="通知公告"
          aria-label={`通知公告，${unread} 条未读`}
        >
          <BellOutlined aria-hidden />
          {unread > 0 && <em aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</em>}
        </button>
      </Popover>
      {reading !== null && (
        <Suspense fallback={null}>
          <NoticeDrawer noticeId={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </>
  );
}
