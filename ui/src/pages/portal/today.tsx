import styles from './main.module.css';
import { TodayBand } from './parts/TodayBand';

/** 我的工作 as a page of its own: for bookmarks and the telephone. */
export default function TodayPage() {
  return (
    <div className={styles.home}>
      <h1 className="sr-only">我的工作</h1>
      <TodayBand alone />
    </div>
  );
}
