import { type NoticeRow, noticeQuery } from '@/api/notice';
import { useDict } from '@/api/useDict';
import { dictLabel } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SafeHtml } from '../RichText/SafeHtml';
import { Attachments } from './Attachments';
import styles from './notices.module.css';

function Content({ notice }: { notice: NoticeRow }) {
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
  const source = useQuery({ ...noticeQuery(noticeId), gcTime: 0 });
  return (
    <RecordDrawer source={source} noun="通知公告" title={({ noticeTitle }) => noticeTitle} size={640} onClose={onClose}>
      {(notice) => <Content notice={notice} />}
    </RecordDrawer>
  );
}
