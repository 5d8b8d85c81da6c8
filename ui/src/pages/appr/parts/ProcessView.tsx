import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { fetchPaper, type Process, type ProcessPaper, pathQuery, processQuery } from '@/api/approvals';
import { ProcessState } from '@/features/approvals/Approvals';
import { ArchiveButton } from '@/features/approvals/ArchiveButton';
import { Path } from '@/features/approvals/Path';
import { ProcessHistory } from '@/features/approvals/ProcessHistory';
import { toMinute, waitedText } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { serverNow } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useTabLabel } from '@/ui/useTabLabel';
import styles from './appr.module.css';
import { DocumentView } from './DocumentView';
import { Impact } from './Impact';
import { Related } from './Related';
import { TaskActions } from './TaskActions';

function PrintSheet({ id }: { id: number }) {
  const [paper, setPaper] = useState<ProcessPaper | null>(null);
  const printing = useMutation({ mutationFn: () => fetchPaper(id), onSuccess: setPaper });
  return (
    <>
      <Button icon={<PrinterOutlined aria-hidden />} loading={printing.isPending} onClick={() => printing.mutate()}>
        打印审批单
      </Button>
      <Suspense fallback={null}>{paper && <ProcessSheet paper={paper} onClose={() => setPaper(null)} />}</Suspense>
    </>
  );
}

/** «财务审核 出账 · 已等 2 小时»: with whom it lies, and how long. */
const nowText = ({ nodeName, people, since, assigns }: Process['offers']['waits'][number]): string => {
  const who = assigns ? '等待流程管理员分派' : people.join('、') || '无人可办';
  return `${nodeName} ${who} · 已等 ${waitedText(since, serverNow())}`;
};

function Head({ process, tools }: { process: Process; tools: React.ReactNode }) {
  return (
    <>
      <h2>{process.title}</h2>
      <Facts
        look="beside"
        facts={[
          ['流程', `${process.label} ${process.instanceNo}`],
          ['状态', <ProcessState key="state" state={process.state} endReason={process.endReason} />],
          ['金额', process.amountFen === null ? '' : `${formatYuan(process.amountFen)} 元`],
          ['发起', `${process.initiatorName} ${process.deptName} ${toMinute(process.startedAt)}`],
          ['办结', process.endedAt ? toMinute(process.endedAt) : ''],
          ['现在', process.offers.waits.map(nowText).join('；')],
          ['代理', process.task?.forName ?? ''],
          ...process.lines,
        ]}
      />
      <div className={styles.tools}>
        {process.bizPath && <Link to={process.bizPath}>打开单据页面</Link>}
        <PrintSheet id={process.instanceId} />
        {process.endedAt !== null && <ArchiveButton rows={[process]} label="归档包" />}
        {tools}
      </div>
    </>
  );
}

const ProcessSheet = lazy(() => import('./ProcessSheet'));

/** The tab is called by the number, once it is known. */
function TabName({ no }: { no: string | undefined }) {
  useTabLabel(no ? `审批 ${no}` : '审批详情');
  return null;
}

interface ProcessViewProps {
  id: number;
  /** It stands beside a list: the path comes below, not beside. */
  beside?: boolean;
  /** Buttons beside those of the document. */
  tools?: React.ReactNode;
}

/** One process: the document by the rights of the person's node, its path, its history, and what he may do. */
export function ProcessView({ id, beside = false, tools }: ProcessViewProps) {
  const { data, error, refetch } = useQuery({ ...processQuery(id), staleTime: 0 });
  const path = useQuery({ ...pathQuery(id), staleTime: 0 });
  const name = !beside && <TabName no={data?.instanceNo} />;
  if (error) {
    return (
      <>
        {name}
        <LoadFailed title="流程加载失败" error={error} retry={refetch} />
      </>
    );
  }
  if (!data) {
    return (
      <>
        {name}
        <Skeleton active paragraph={{ rows: 8 }} />
      </>
    );
  }
  return (
    <section className={`card ${styles.process} ${beside ? styles.beside : ''}`} aria-label="审批详情">
      <div>
        {name}
        <Head process={data} tools={tools} />
        {data.blocked !== null && <Alert type="error" showIcon title={`上次同意未能生效：${data.blocked}`} />}
        {data.stops.map((sentence) => (
          <Alert key={sentence} type="warning" showIcon title={`现在同意会被拒绝：${sentence}`} />
        ))}
        {data.adjusts.map((sentence) => (
          <Alert key={sentence} type="info" showIcon title={sentence} />
        ))}
        <Impact impact={data.impact} />
        <TaskActions process={data} letters={beside} />
        <h3>单据内容</h3>
        <DocumentView process={data} />
        <h3>办理记录</h3>
        <ProcessHistory process={data} />
      </div>
      <aside aria-label="流程路径与相关单据">
        <h3>流程路径</h3>
        {path.error ? (
          <LoadFailed title="流程路径加载失败" error={path.error} retry={path.refetch} />
        ) : (
          <Path nodes={path.data ?? []} />
        )}
        <Related id={id} />
      </aside>
    </section>
  );
}
