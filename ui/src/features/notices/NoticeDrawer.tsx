import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { fetchNotice, markRead, type NoticeDetail } from '@/api/notice';
import { dictLabel, useDict } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { SafeHtml } from '../RichText/SafeHtml';
import { Attachments } from './Attachments';
import { NOTICE_KEY } from './keys';
import styles from './notices.module.css';

/** Opening a notice is reading it. A reading that could not be noted is noted the next time. */
async function openNotice(noticeId: number, client: QueryClient): Promise<NoticeDetail> {
  const notice = await fetchNotice(noticeId);
  if (!notice.isRead) {
    markRead(noticeId).then(
      () => client.invalidateQueries({ queryKey: [...NOTICE_KEY, 'top'] }),
      () => {},
    );
  }
  return notice;
}

function Content({ notice }: { notice: NoticeDetail }) {
  const types = useDict('sys_notice_type');
  return (
    <article>
      <div className={styles.noticeMeta}>
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
  const client = useQueryClient();
  const loaded = useQuery({
    queryKey: [...NOTICE_KEY, 'one', noticeId],
    queryFn: () => openNotice(noticeId, client),
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
