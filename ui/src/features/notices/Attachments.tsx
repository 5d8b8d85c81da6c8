import { RecordFiles } from '../FileUploader/RecordFiles';
import styles from './notices.module.css';

/** The attached files of something, pictures to look at and the rest to download; nothing when there are none. */
export function Attachments({ ids }: { ids: string }) {
  if (ids === '') return null;
  return (
    <section className={styles.attachments} aria-label="附件">
      <h3>附件</h3>
      <RecordFiles disabled value={ids} />
    </section>
  );
}
