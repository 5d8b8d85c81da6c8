import { textOf } from '@/api/errors';
import styles from './failed-line.module.css';

interface FailedLineProps {
  title: string;
  error: unknown;
  retry: () => Promise<unknown>;
  /** A bar of its own above what it belongs to. */
  bar?: boolean;
}

/** What could not be loaded, why, and another try, in a line: where a page, a form or a list of choices is there without it. */
export const FailedLine = ({ title, error, retry, bar = false }: FailedLineProps) => (
  <span className={bar ? `${styles.failedLine} ${styles.bar}` : styles.failedLine} role="alert">
    {title}：{textOf(error)}
    <button
      type="button"
      className="link"
      // the list of a select closes when its field loses the focus
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void retry()}
    >
      重试
    </button>
  </span>
);
