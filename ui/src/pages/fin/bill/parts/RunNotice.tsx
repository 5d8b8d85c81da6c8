import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, App, Button, Progress } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type BillRun, type BillRuns, billRunsQuery } from '@/api/finance/ledger';
import { useRefresh } from '@/lib/refresh';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import { lazy } from '@/ui/lazy';
import { issuedText, shareOf } from './runs';

const UnbilledDialog = lazy(() => import('./UnbilledDialog'));

/** How often a page that waits for a run looks. */
const LOOK_MS = 1500;
const lookAgain = ({ state }: { state: { data: BillRuns | undefined } }): number | false =>
  state.data?.running ? LOOK_MS : false;

/** The runs as the server knows them; tells when the one under way has ended, and what came of it. */
function useRuns(onEnded: (last: BillRun | null) => void): UseQueryResult<BillRuns> {
  const runs = useQuery({
    ...billRunsQuery(),
    staleTime: 0,
    refetchInterval: lookAgain,
  });
  const { data } = runs;
  const running = data?.running?.runId ?? 0;
  const before = useRef(0);
  const told = useRef(onEnded);
  told.current = onEnded;
  const last = data?.last ?? null;
  useEffect(() => {
    if (before.current > 0 && running !== before.current) told.current(last);
    before.current = running;
  }, [running, last]);
  return runs;
}

function Running({ run }: { run: BillRun }) {
  const { figures } = run;
  const text = figures ? `已办理 ${figures.done} / ${figures.total} 份合同，可以离开本页` : '可以离开本页';
  return (
    <Alert
      type="info"
      showIcon
      title={`正在出账（${run.cause}，${run.beginTime} 开始）：${text}`}
      description={figures && <Progress percent={shareOf(figures)} size="small" aria-label="出账进度" />}
    />
  );
}

/** Above the bills: the run under way, why the last one did not end well, the leases that could not be billed. */
export function RunNotice() {
  const refresh = useRefresh();
  const { message } = App.useApp();
  const { data, error, refetch } = useRuns((ended) => {
    if (ended?.figures && !ended.problem) void message.success(`出账完成。${issuedText(ended.figures)}`);
    // the bills it made came without a write of this window
    refresh();
  });
  const [open, setOpen] = useState(false);
  if (error) return <FailedLine bar title="出账情况加载失败" error={error} retry={refetch} />;
  if (!data) return null;
  const { running, last, unbilled, leases } = data;
  const close = () => setOpen(false);
  return (
    <>
      {running && <Running run={running} />}
      {!running && last?.problem && (
        <Alert type="warning" showIcon title={`上次出账（${last.beginTime}，${last.cause}）：${last.problem}`} />
      )}
      {unbilled > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${unbilled} 份合同未能出账，其他合同不受影响`}
          action={
            <Button size="small" onClick={() => setOpen(true)}>
              查看原因
            </Button>
          }
        />
      )}
      <Suspense fallback={null}>{open && <UnbilledDialog count={unbilled} leases={leases} onClose={close} />}</Suspense>
    </>
  );
}
