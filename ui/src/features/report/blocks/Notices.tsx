import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { NoticeLines } from '@/features/notices/NoticeLines';
import { useTopNotices } from '@/features/notices/useTopNotices';
import { EmptyState } from '@/ui/EmptyState';
import { lazy } from '@/ui/lazy';
import { BlockCard } from '../BlockCard';

const NoticeDrawer = lazy(() => import('@/features/notices/NoticeDrawer'));

/** 通知公告: the newest six meant for the person. */
export default function Notices() {
  const result = useTopNotices();
  const [reading, setReading] = useState<number | null>(null);
  return (
    <>
      <BlockCard
        flag="noticeBlock"
        title="通知公告"
        meta={({ unreadCount = 0 }) => (unreadCount > 0 ? `未读 ${unreadCount}` : '')}
        result={result}
        empty={({ data }) => (data.length === 0 ? <EmptyState kind="empty" title="暂无通知公告" /> : null)}
        extra={<Link to="/notice">更多</Link>}
      >
        {({ data }) => <NoticeLines rows={data} onOpen={setReading} />}
      </BlockCard>
      {reading !== null && (
        <Suspense fallback={null}>
          <NoticeDrawer noticeId={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </>
  );
}
