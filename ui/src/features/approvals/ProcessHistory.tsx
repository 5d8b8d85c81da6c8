import type { Process } from '@/api/approvals';
import { labelOf } from '@/features/business/labels';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { toMinute } from '@/lib/dates';
import styles from './approvals.module.css';
import { ACTIONS } from './labels';

/** What happened, the oldest first. */
export function ProcessHistory({ process }: { process: Process }) {
  return (
    <ol className={styles.history}>
      {process.history.map((event, place) => (
        // The history only grows: a row never moves.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is its number
        <li key={place}>
          <b>{event.nodeName}</b> {event.actorName || '系统'}
          {event.onBehalfName && `（代 ${event.onBehalfName}）`} {labelOf(ACTIONS, event.action)}
          <small className="t2"> {toMinute(event.at)}</small>
          {event.comment && <p>{event.comment}</p>}
          {event.minutes && (
            <p>
              会议纪要 {event.minutes.minutesNo}，{event.minutes.heldOn} 召开，参会人员：{event.minutes.participants}
            </p>
          )}
          {event.minutes && <RecordFiles value={String(event.minutes.minutesFile)} disabled />}
          {event.files.length > 0 && <RecordFiles value={event.files.join(',')} disabled />}
          {event.signature > 0 && <p className="t2">已附手写签名，见审批单</p>}
          {event.note && <p className="t2">{event.note}</p>}
          {event.changes.map((change) => (
            <p key={change.path} className="t2">
              {change.title}：{change.before} → {change.after}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
