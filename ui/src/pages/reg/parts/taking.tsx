/** What both ways of bringing rows in have in common: tried first, then taken, with a report of each. */
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { ImportReport } from '@/api/exchange';
import { fieldsOf, type RegisterMeta, type Taking } from '@/api/registers';
import { Report } from '@/features/import/parts';
import styles from '@/features/registers/registers.module.css';
import { useMutation } from '@/lib/useMutation';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';

const NOTHING: { report: ImportReport | null; done: boolean } = { report: null, done: false };
const CAREFUL = { updateSupport: false, keep: false };

export interface TakingState {
  how: typeof CAREFUL;
  report: ImportReport | null;
  done: boolean;
  /** Nothing may be changed while it is tried or taken. */
  busy: boolean;
  trying: boolean;
  error: Error | null;
  /** Changes what is to come in: an earlier check says nothing about it. */
  restart: (change: () => void) => void;
  say: (how: Partial<typeof CAREFUL>) => void;
  start: (dryRun: boolean) => void;
}

export function useTaking(send: (how: Taking) => Promise<ImportReport>): TakingState {
  const [how, setHow] = useState(CAREFUL);
  // what was found stays when the import after it does not get through
  const [told, setTold] = useState(NOTHING);
  const token = useFormToken();
  const run = useMutation({
    mutationFn: (dryRun: boolean) => token.send(() => send({ ...how, dryRun })),
    onSuccess: (report, dryRun) => setTold({ report, done: !dryRun }),
  });
  const restart = (change: () => void) => {
    if (run.isPending) return;
    run.reset();
    setTold(NOTHING);
    change();
  };
  return {
    ...{ how, ...told, busy: run.isPending, trying: run.isPending && run.variables === true, error: run.error },
    restart,
    say: (said) => restart(() => setHow({ ...how, ...said })),
    start: (dryRun) => run.mutate(dryRun),
  };
}

/** What becomes of known rows and of what does not fit. */
export function TakingChoices({ taking, children }: { taking: TakingState; children?: React.ReactNode }) {
  const { how, say } = taking;
  return (
    <div className={styles.manner}>
      <Checkbox checked={how.updateSupport} onChange={({ target }) => say({ updateSupport: target.checked })}>
        更新已存在的行
      </Checkbox>
      <Checkbox checked={how.keep} onChange={({ target }) => say({ keep: target.checked })}>
        不符合类型的内容保留为原值
      </Checkbox>
      {children}
    </div>
  );
}

interface TakingFooterProps {
  taking: TakingState;
  /** There is something to try. */
  ready: boolean;
  onClose: () => void;
}

export function TakingFooter({ taking, ready, onClose }: TakingFooterProps) {
  const { report, done, busy, trying, start } = taking;
  if (done) {
    return (
      <Button type="primary" onClick={onClose}>
        完成
      </Button>
    );
  }
  const clean = report !== null && report.failed === 0;
  return (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button
        type={clean ? 'default' : 'primary'}
        disabled={!ready || (busy && !trying)}
        loading={trying}
        onClick={() => start(true)}
      >
        检查
      </Button>
      {clean && (
        <Button type="primary" disabled={!ready || trying} loading={busy && !trying} onClick={() => start(false)}>
          导入 {report.total} 行
        </Button>
      )}
    </>
  );
}

/** Why it was refused, and what the rows came to. */
export function TakingOutcome({ meta, taking }: { meta: RegisterMeta; taking: TakingState }) {
  const title = fieldsOf(meta).find(({ code }) => code === meta.title)?.label ?? '内容';
  return (
    <>
      <Refusal error={taking.error} />
      {taking.report && <Report report={taking.report} done={taking.done} titles={['行号或标识', title]} />}
    </>
  );
}
