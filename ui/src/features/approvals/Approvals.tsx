import { useState } from 'react';
import { Link } from 'react-router';
import { pathQuery, processesQuery, processQuery } from '@/api/approvals';
import type { Schema } from '@/api/contract';
import { InstanceState } from '@/api/generated/enums';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import { FailedLine } from '@/ui/FailedLine';
import { Loaded } from '@/ui/Loaded';
import styles from './approvals.module.css';
import { stateText } from './labels';
import { Path } from './Path';
import { ProcessHistory } from './ProcessHistory';

type Brief = Schema<'InstanceBrief'>;

const toneOf = (state: Brief['state']) =>
  state === InstanceState.Started ? 'blue' : state === InstanceState.Completed ? 'ok' : 'off';

/** How far a process is, or how it ended. */
export const ProcessState = ({ state, endReason }: Pick<Brief, 'state' | 'endReason'>) => (
  <StateTag tone={toneOf(state)}>{stateText({ state, endReason })}</StateTag>
);

/** Opinions and path of one process. */
function Course({ id }: { id: number }) {
  const process = useQuery({ ...processQuery(id), staleTime: 0 });
  const path = useQuery({ ...pathQuery(id), staleTime: 0 });
  return (
    <div className={styles.course}>
      <section aria-label="办理记录">
        <Loaded source={process} title="办理记录加载失败" lines={3}>
          {(one) => <ProcessHistory process={one} />}
        </Loaded>
      </section>
      <section aria-label="流程路径">
        <Loaded source={path} title="流程路径加载失败" lines={3}>
          {(nodes) => <Path nodes={nodes} />}
        </Loaded>
      </section>
    </div>
  );
}

function One({ brief, first }: { brief: Brief; first: boolean }) {
  const [open, setOpen] = useState(first);
  const { instanceId, instanceNo, label, state, endReason, startedAt } = brief;
  return (
    <li>
      <Link to={`/appr/instance/${instanceId}`}>{instanceNo}</Link> {label}{' '}
      <ProcessState state={state} endReason={endReason} /> <span className="t2">{toMinute(startedAt)} 提交</span>{' '}
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : '查看经过'}
      </button>
      {open && <Course id={instanceId} />}
    </li>
  );
}

interface ApprovalsProps {
  bizType: string;
  bizId: number;
  /** Stands above them where there are any. */
  title?: string;
  /** Stands in their place where there are none. */
  none?: React.ReactNode;
}

/** The processes of a document that the person may look at, the newest first and open. */
export function Approvals({ bizType, bizId, title, none = null }: ApprovalsProps) {
  const { data, error, refetch } = useQuery({ ...processesQuery(bizType, bizId), staleTime: 0 });
  if (error) return <FailedLine title="审批记录加载失败" error={error} retry={refetch} />;
  if (!data) return null;
  if (data.length === 0) return none;
  return (
    <section aria-label="审批" className="no-print">
      {title && <h4>{title}</h4>}
      <ul className={styles.history}>
        {data.map((brief, place) => (
          <One key={brief.instanceId} brief={brief} first={place === 0} />
        ))}
      </ul>
    </section>
  );
}
