import { Link } from 'react-router';
import { type SeatFindings, seatsQuery } from '@/api/process';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageLink } from '@/ui/PageLink';
import styles from './wizard.module.css';

function Process({ row }: { row: { instanceId: number; instanceNo: string; title: string } }) {
  return (
    <Link to={`/appr/instance/${row.instanceId}`}>
      {row.instanceNo} {row.title}
    </Link>
  );
}

function Lists({ found }: { found: SeatFindings }) {
  const { stuck, assigned, seatless, undecided } = found;
  return (
    <>
      {stuck.length > 0 && (
        <>
          <h3>无人可办的流程</h3>
          <p className="t2">请为其分派办理人。</p>
          <PageLink to="/appr/manage">打开流程监控</PageLink>
          <ul>
            {stuck.map((row) => (
              <li key={row.instanceId}>
                <Process row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
      {undecided.length > 0 && (
        <>
          <h3>没有人可以审批的单据</h3>
          <p className="t2">
            {undecided.join('、')}
            ：简易流程由持有审批权限的业务角色办理，目前没有人持有。请为业务角色授予审批权限并分配人员。
          </p>
        </>
      )}
      {seatless.length > 0 && (
        <>
          <h3>不占审批席位的人员</h3>
          <p className="t2">系统管理角色不占审批席位。需要其审批的，请为其另外分配业务角色。</p>
          <ul>
            {seatless.map((person) => (
              <li key={person.userId}>
                {person.name}（{person.roles.join('、')}）：不能审批 {person.kinds.join('、')}
              </li>
            ))}
          </ul>
        </>
      )}
      {undecided.length + seatless.length > 0 && <PageLink to="/system/role">打开角色管理</PageLink>}
      {assigned.length > 0 && (
        <>
          <h3>由分派人员办理的单据</h3>
          <ul>
            {assigned.map((row) => (
              <li key={`${row.instanceId} ${row.decidedBy} ${row.at}`}>
                <Process row={row} />
                <p className="t2">
                  {row.decidedBy} 于 {toMinute(row.at)} 办理，由 {row.assignedBy} 分派
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Who sits where in approvals, as an authority should look at it; nothing is shown where nothing is to be looked at. */
export function Seats() {
  const { data, error, refetch } = useQuery({ ...seatsQuery(), staleTime: 0 });
  if (error) return <LoadFailed title="席位体检失败" error={error} retry={refetch} />;
  if (!data || Object.values(data).every((list) => list.length === 0)) return null;
  return (
    <section className={styles.seats} aria-label="席位体检">
      <h2>席位体检</h2>
      <Lists found={data} />
    </section>
  );
}
