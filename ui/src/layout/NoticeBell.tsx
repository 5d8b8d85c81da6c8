import { BellOutlined } from '@ant-design/icons';
import { Popover, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { markMessagesRead, messagesQuery } from '@/api/approvals';
import { markAllRead } from '@/api/notice';
import { todoQuery } from '@/api/todo';
import { MessageLines } from '@/features/approvals/MessageLines';
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

type Tab = 'notices' | 'messages';

/** The bell of the bar: unread notices and messages of approvals, live. */
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
  const told = useQuery({ ...messagesQuery() });
  const readMessages = useMutation({ mutationFn: () => markMessagesRead({}) });
  const [tab, setTab] = useState<Tab>('notices');
  const unreadMessages = told.data?.unread ?? 0;
  const unreadNotices = top.data?.unreadCount ?? 0;
  const unread = unreadNotices + unreadMessages;
  const rows = top.data?.data ?? [];
  const read = (noticeId: number) => {
    setOpen(false);
    setReading(noticeId);
  };
  const show = (path: string) => {
    setOpen(false);
    openPage(path);
  };
  const notices = () => {
    if (rows.length > 0) return <NoticeLines rows={rows} onOpen={read} />;
    if (top.isError) return <LoadFailed title="公告加载失败" error={top.error} retry={top.refetch} />;
    return <EmptyState kind="empty" title="暂无通知公告" />;
  };
  const messages = () => {
    if (told.data && told.data.rows.length > 0) return <MessageLines rows={told.data.rows} onOpen={show} />;
    if (told.error) return <LoadFailed title="审批消息加载失败" error={told.error} retry={told.refetch} />;
    return <EmptyState kind="empty" title="暂无审批消息" />;
  };
  const waiting = tab === 'notices' ? unreadNotices : unreadMessages;
  const marking = tab === 'notices' ? readAll : readMessages;
  const content = (
    <section className={noticesStyles.bellBox} aria-label="通知公告">
      <div className={noticesStyles.bellHead}>
        <Segmented<Tab>
          aria-label="消息分类"
          size="small"
          value={tab}
          onChange={setTab}
          options={[
            { value: 'notices', label: unreadNotices > 0 ? `通知公告 ${unreadNotices}` : '通知公告' },
            { value: 'messages', label: unreadMessages > 0 ? `审批消息 ${unreadMessages}` : '审批消息' },
          ]}
        />
        {waiting > 0 && (
          <button type="button" className="link" disabled={marking.isPending} onClick={() => marking.mutate()}>
            全部已读
          </button>
        )}
      </div>
      {tab === 'notices' ? notices() : messages()}
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
