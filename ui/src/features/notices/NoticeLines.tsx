import type { NoticeRow } from '@/api/notice';
import { useDict } from '@/api/useDict';
import { dictLabel } from '@/lib/dict';
import { StateTag } from '@/ui/DictTag';
import styles from './notices.module.css';

/** A few notices, one below the other; unread ones carry a dot. */
export function NoticeLines({ rows, onOpen }: { rows: readonly NoticeRow[]; onOpen: (noticeId: number) => void }) {
  const types = useDict('sys_notice_type');
  return (
    <ul className={styles.noticeLines}>
      {rows.map(({ noticeId, noticeTitle, noticeType, isTop, isRead, since }) => (
        <li key={noticeId}>
          <button type="button" className={isRead ? '' : styles.unread} onClick={() => onOpen(noticeId)}>
            <span className={styles.noticeTitle}>
              {!isRead && <i role="img" aria-label="未读" />}
              {noticeTitle}
            </span>
            <span className={styles.noticeFacts}>
              {isTop && <StateTag tone="warn">置顶</StateTag>}
              <StateTag tone="plain">{dictLabel(types, noticeType)}</StateTag>
              {since.slice(5, 10)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
