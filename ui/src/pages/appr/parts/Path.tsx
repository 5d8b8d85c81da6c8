import { CheckCircleFilled, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { PathNode } from '@/api/approvals';
import { RunState } from '@/api/generated/enums';
import { toMinute } from '@/lib/dates';
import styles from './appr.module.css';

function Mark({ node }: { node: PathNode }) {
  if (node.predicted) return <MinusCircleOutlined aria-label="未开始" />;
  if (node.state === RunState.Completed) return <CheckCircleFilled aria-label="已完成" />;
  return <ClockCircleOutlined aria-label="办理中" />;
}

/** How the process went, and how it will go as things are. */
export function Path({ nodes }: { nodes: readonly PathNode[] }) {
  return (
    <ol className={styles.path}>
      {nodes.map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice; its place is its number
        <li key={place} className={node.predicted || !node.force ? styles.faint : ''}>
          <Mark node={node} /> <b>{node.name}</b> {node.predicted ? '预计' : node.endLabel}
          {node.people.length > 0 && <p>{node.people.join('、')}</p>}
          {node.at && <p className="t2">{toMinute(node.at)}</p>}
          {node.trace.map(([name, value]) => (
            <p key={name} className="t2">
              {name}：{value}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
