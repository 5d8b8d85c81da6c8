import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { PathNode } from '@/api/approvals';
import { NodeType, RunState } from '@/api/generated/enums';
import { toMinute } from '@/lib/dates';
import styles from './approvals.module.css';

function Mark({ node }: { node: PathNode }) {
  if (node.predicted) return <MinusCircleOutlined aria-label="未开始" />;
  if (node.state === RunState.Completed) return <CheckCircleFilled aria-label="已完成" />;
  return <ClockCircleOutlined aria-label="办理中" />;
}

/** «累计面积 1,200 ㎡，参数“…” 1000»: what a choice saw. */
const seen = (node: PathNode) => node.trace.map(([name, value]) => `${name} ${value}`).join('，');

function People({ node }: { node: PathNode }) {
  const names = node.people.join('、');
  if (node.assigns) {
    const who = names && `（${names}）`;
    return <p>没有找到可以办理的人，由流程管理员{who}分派</p>;
  }
  return names ? <p>{names}</p> : null;
}

function Choice({ node }: { node: PathNode }) {
  return (
    <>
      <Mark node={node} /> <b>{node.name}</b>
      {node.branch && `：${node.branch}`}
      {node.trace.length > 0 && <p className="t2">依据：{seen(node)}</p>}
    </>
  );
}

function Task({ node }: { node: PathNode }) {
  return (
    <>
      <Mark node={node} /> <b>{node.name}</b> {node.endLabel || (node.predicted && '预计')}
      <People node={node} />
      {node.at && <p className="t2">{toMinute(node.at)}</p>}
    </>
  );
}

interface PathProps {
  nodes: readonly PathNode[];
  /** Why it gets no further than its last node. */
  stop?: string | null;
}

/** How the process went, and how it will go as things are. */
export function Path({ nodes, stop }: PathProps) {
  return (
    <ol className={styles.path}>
      {nodes.map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a node may come twice; its place is its number
        <li key={place} className={node.predicted || !node.force ? styles.faint : ''}>
          {node.type === NodeType.Choice ? <Choice node={node} /> : <Task node={node} />}
        </li>
      ))}
      {stop && (
        <li className={styles.stop} role="alert">
          <CloseCircleFilled aria-label="无法继续" /> {stop}
        </li>
      )}
    </ol>
  );
}
