import { deedWayQuery } from '@/api/approvals';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import styles from './approvals.module.css';
import { Path } from './Path';

interface DeedWayProps {
  /** Key of its process. */
  process: string;
  /** The record that it is about. */
  bizId: number;
  /** What the deed sends. */
  payload: object;
}

/** Which way a deed goes where somebody decides about it before it counts; nothing where it is done at once. */
export function DeedWay({ process, bizId, payload }: DeedWayProps) {
  const {
    data: way,
    error,
    refetch,
  } = useQuery({
    ...deedWayQuery(process, bizId, payload),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  if (error) return <FailedLine title="审批路径加载失败" error={error} retry={refetch} />;
  if (!way || way.direct) return null;
  return (
    <section className={styles.way} aria-label="审批路径">
      <h4>{way.label}：提交后依次经过，批准后生效</h4>
      <Path nodes={way.path} stop={way.refused} />
    </section>
  );
}
