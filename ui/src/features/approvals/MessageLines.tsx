import { type Message, markMessagesRead } from '@/api/approvals';
import { MessageKindLabels } from '@/api/generated/enums';
import { choices, labelOf } from '@/features/business/labels';
import noticesStyles from '@/features/notices/notices.module.css';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';

const KINDS = choices(MessageKindLabels);

/** 审批消息: the newest first; a press reads it and opens its process. */
export function MessageLines({ rows, onOpen }: { rows: readonly Message[]; onOpen: (path: string) => void }) {
  const read = useMutation({ mutationFn: (messageId: number) => markMessagesRead({ messageId }) });
  const open = ({ messageId, instanceId, read: known }: Message) => {
    if (!known) read.mutate(messageId);
    onOpen(`/appr/instance/${instanceId}`);
  };
  return (
    <ul className={noticesStyles.noticeLines}>
      {rows.map((row) => (
        <li key={row.messageId}>
          <button type="button" className={row.read ? '' : noticesStyles.unread} onClick={() => open(row)}>
            <span className={noticesStyles.noticeTitle}>
              {!row.read && <i role="img" aria-label="未读" />}
              {row.text}
            </span>
            <span className={noticesStyles.noticeFacts}>
              <span className="tag">{labelOf(KINDS, row.kind)}</span>
              {toMinute(row.at)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
