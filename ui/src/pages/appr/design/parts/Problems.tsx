import { ExclamationCircleFilled, WarningFilled } from '@ant-design/icons';
import type { Problem } from '@/api/process';
import styles from './design.module.css';

interface ProblemsProps {
  problems: readonly Problem[];
  /** Nodes that the tree can't show. */
  lost: readonly string[];
  onSelect: (code: string) => void;
}

/** What stands in the way of publication, and what is doubtful; a press leads to the node. */
export function Problems({ problems, lost, onSelect }: ProblemsProps) {
  if (problems.length === 0 && lost.length === 0) return <p className="t2">没有发现问题，可以发布。</p>;
  return (
    <ul className={styles.problems} aria-label="问题">
      {lost.length > 0 && <li>流程图中有 {lost.length} 个环节无法画出，保存后会被去掉</li>}
      {problems.map((problem, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two nodes may have the same problem
        <li key={place}>
          {problem.warning ? (
            <WarningFilled className={styles.doubtful} aria-label="提醒" />
          ) : (
            <ExclamationCircleFilled className={styles.wrong} aria-label="错误" />
          )}
          {problem.node ? (
            <button type="button" className="link" onClick={() => onSelect(problem.node ?? '')}>
              {problem.message}
            </button>
          ) : (
            problem.message
          )}
        </li>
      ))}
    </ul>
  );
}
