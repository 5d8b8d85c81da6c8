import { Skeleton } from 'antd';
import { type NoticeDetail, noticeQuery } from '@/api/notice';
import { useDict } from '@/api/useDict';
import { dictLabel } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { SafeHtml } from '../RichText/SafeHtml';
import { Attachments } from './Attachments';
import './notices.css';

function Content({ notice }: { notice: NoticeDetail }) {
  const types = useDict('sys_notice_type');
  return (
    <article>
      <div className="notice-meta">
        <span>{dictLabel(types, notice.noticeType)}</span>
        <span>{notice.since.slice(0, 16)}</span>
        <span>发布人 {notice.createByName}</span>
      </div>
      {notice.noticeContent ? <SafeHtml html={notice.noticeContent} /> : <p className="t3">没有正文</p>}
      <Attachments ids={notice.fileIds} />
    </article>
  );
}

/** One notice, beside the page. */
export default function NoticeDrawer({ noticeId, onClose }: { noticeId: number; onClose: () => void }) {
  const loaded = useQuery({
    ...noticeQuery(noticeId),
    gcTime: 0,
  });
  return (
    <Drawer open title={loaded.data?.noticeTitle ?? '通知公告'} size={640} onClose={onClose}>
      {loaded.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {loaded.isError && <LoadFailed title="公告加载失败" error={loaded.error} retry={loaded.refetch} />}
      {loaded.data && <Content notice={loaded.data} />}
    </Drawer>
  );
}
