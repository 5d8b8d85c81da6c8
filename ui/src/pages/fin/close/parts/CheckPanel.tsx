import { ReloadOutlined } from '@ant-design/icons';
import { Alert, App, Button, Skeleton } from 'antd';
import { askForCheck, type Check, type CheckRun, checkRunsQuery } from '@/api/finance/payout';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './close.module.css';

/** How often a page that waits for a run looks. */
const LOOK_MS = 1500;
const lookAgain = ({ state }: { state: { data: { running?: unknown } | undefined } }): number | false =>
  state.data?.running ? LOOK_MS : false;

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} 秒`;
const found = (differences: number) => (differences === 0 ? '全部一致' : `差异 ${differences} 项`);

/** 对账中心: what the last run over the books found, and a run at will; it goes on when one leaves. */
export function CheckPanel() {
  const { data, error, refetch } = useQuery({
    ...checkRunsQuery(),
    staleTime: 0,
    refetchInterval: lookAgain,
  });
  const { message } = App.useApp();
  const ask = useMutation({
    mutationFn: askForCheck,
    onSuccess: ({ msg }) => void message.success(msg),
  });
  // what is shown stays when a look at a run fails
  if (error && !data) return <LoadFailed title="对账结果加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { running, checks, runs } = data;
  const last = runs[0];
  const button = (
    <Button
      type={last ? 'default' : 'primary'}
      icon={<ReloadOutlined aria-hidden />}
      loading={ask.isPending || running !== null}
      onClick={() => ask.mutate()}
    >
      {last ? '重新核对' : '立即核对'}
    </Button>
  );
  return (
    <>
      <div className={styles.booksTools}>
        {last && button}
        {last && (
          <span className="t2">
            上次核对 {last.beginTime}，{last.cause}，用时 {seconds(last.tookMs)}
          </span>
        )}
      </div>
      {running && (
        <Alert
          type="info"
          showIcon
          title={`正在核对账目（${running.cause}${running.since ? `，${running.since} 开始` : ''}），可以离开本页，结果会保留`}
        />
      )}
      {checks ? (
        <Checks checks={checks} />
      ) : (
        !running && (
          <EmptyState kind="empty" title="还没有核对过" text="每天夜间自动核对，也可以现在核对" action={button} />
        )
      )}
      {runs.length > 1 && <Runs runs={runs} />}
    </>
  );
}

function Checks({ checks }: { checks: Check[] }) {
  const wrong = checks.filter(({ faults }) => faults.length > 0).length;
  return (
    <>
      {wrong === 0 ? (
        <Alert type="success" showIcon title={`${checks.length} 项核对全部一致`} />
      ) : (
        <Alert type="error" showIcon title={`${wrong} 项核对有差异，请按各项的处理办法更正`} />
      )}
      <ul className={styles.checkList}>
        {checks.map(({ code, name, count, faults, advice }) => (
          <li key={code}>
            <header>
              <StateTag tone={faults.length === 0 ? 'ok' : 'bad'}>
                {faults.length === 0 ? '一致' : `差异 ${faults.length} 项`}
              </StateTag>
              <b title={`核对项 ${code}`}>{name}</b>
              <span className="t2">核对 {count} 项</span>
            </header>
            {faults.length > 0 && advice && <p className={styles.checkAdvice}>处理办法：{advice}</p>}
            {faults.length > 0 && (
              <ul>
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The runs before: since when the books agree, or do not. */
function Runs({ runs }: { runs: CheckRun[] }) {
  return (
    <details className={styles.checkRuns}>
      <summary>最近 {runs.length} 次核对</summary>
      <ol>
        {runs.map(({ runId, beginTime, cause, tookMs, differences }) => (
          <li key={runId}>
            <StateTag tone={differences === 0 ? 'ok' : 'bad'}>{found(differences)}</StateTag>
            {beginTime}，{cause}，用时 {seconds(tookMs)}
          </li>
        ))}
      </ol>
    </details>
  );
}
