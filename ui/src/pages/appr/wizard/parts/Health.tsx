import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { Finding, FindingLabels } from '@/api/generated/enums';
import { type HealthRow, healthQuery } from '@/api/process';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './wizard.module.css';

type Cell = HealthRow['nodes'][number];

const wordOf = (finding: number): string => FindingLabels.find(([value]) => value === finding)?.[1] ?? '';

function Mark({ finding }: { finding: number }) {
  const label = wordOf(finding);
  if (finding === Finding.Fine) return <CheckCircleFilled className={styles.fine} aria-label={label} />;
  if (finding === Finding.ByRule) return <InfoCircleFilled className={styles.byRule} aria-label={label} />;
  return <CloseCircleFilled className={styles.nobody} aria-label={label} />;
}

function Found({ cell }: { cell: Cell }) {
  return (
    <td>
      <Mark finding={cell.finding} /> {cell.people.join('、') || wordOf(cell.finding)}
      {cell.note && <p className="t2">{cell.note}</p>}
    </td>
  );
}

/** Whom each node of the standard process finds, department by department. */
export function Health({ of }: { of: string }) {
  const { data, error, refetch } = useQuery({ ...healthQuery({ key: of }), staleTime: 0 });
  if (error) return <LoadFailed title="体检失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const [first] = data;
  const several = [...new Set(data.flatMap((row) => row.several))];
  if (!first) return <p className="t2">还没有部门有在用的人员。</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={styles.health} tabIndex={0} aria-label="体检结果">
      {several.length > 0 && (
        <p className="t2">
          同一人可能办理多个环节（未设回避）：{several.join('；')}
          。需要分开的，请在“流程设计”中为后面的环节设置“回避环节”。
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">部门</th>
            {first.nodes.map(({ code, name }) => (
              <th key={code} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.deptId}>
              <th scope="row">
                {row.deptName} <small className="t3">{row.members} 人</small>
              </th>
              {row.nodes.map((cell) => (
                <Found key={cell.code} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
