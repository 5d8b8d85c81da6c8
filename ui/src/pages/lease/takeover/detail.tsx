import { Alert } from 'antd';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import {
  type TakeoverCheck,
  type TakeoverRow,
  TakeoverState,
  takeoverCheckQuery,
  takeoverQuery,
  takeoverResultQuery,
} from '@/api/takeover';
import { Approvals } from '@/features/approvals/Approvals';
import { joinNames } from '@/features/records/listParts';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded, type Source } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { useTabLabel } from '@/ui/useTabLabel';
import { type Asked, BatchButtons } from './parts/BatchButtons';
import { BatchHead } from './parts/BatchHead';
import { Checking } from './parts/Checking';
import { ComparePaper } from './parts/ComparePaper';
import { sumsOf } from './parts/figures';
import { ReceivedView } from './parts/ReceivedView';
import { reasonAgainst, reasonToWait } from './parts/ready';
import styles from './parts/takeover.module.css';
import { useReadingDraft } from './parts/useReadingDraft';

const BatchDialog = lazy(() => import('./parts/BatchDialog'));

/** The dialog that a press asks for. */
function useAsked(batch: TakeoverRow) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog = asked && (
    <Suspense fallback={null}>
      <BatchDialog asked={asked} batch={batch} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { ask: setAsked, dialog };
}

const Processes = ({ batchId }: { batchId: number }) => (
  <section className={`card ${styles.approvals}`} aria-label="审批经过">
    <Approvals bizType="takeover" bizId={batchId} none={<p className="t2">还没有审批记录</p>} />
  </section>
);

/** It is being compared, or waits for its decision. */
function Open({ batch }: { batch: TakeoverRow }) {
  const { batchId, state, version } = batch;
  const source = useQuery(takeoverCheckQuery(batchId));
  const held = useReadingDraft(batch);
  const [prints, setPrints] = useState(false);
  const { ask, dialog } = useAsked(batch);
  const check = source.data;
  const readOnly = state !== TakeoverState.Checking;
  const busy = source.isFetching || held.saving.isPending;
  const now = { check, dirty: held.dirty, busy, version };
  const against = reasonAgainst(now);
  return (
    <>
      <BatchHead batch={batch} sums={readOnly || !check ? batch.sums : sumsOf(check)}>
        <BatchButtons
          batch={batch}
          against={against}
          waits={reasonToWait(now)}
          held=""
          onPrint={() => setPrints(true)}
          onAsk={ask}
        />
      </BatchHead>
      {readOnly && <Processes batchId={batchId} />}
      {!readOnly && batch.comment !== '' && <Alert type="warning" showIcon title={`已退回：${batch.comment}`} />}
      <Loaded source={source} title="核对失败" lines={12}>
        {(told: TakeoverCheck) => (
          <Checking
            check={told}
            held={held}
            readOnly={readOnly}
            against={against}
            busy={busy}
            onAgain={() => {
              void source.refetch();
            }}
          />
        )}
      </Loaded>
      {!readOnly && batch.sums && <Processes batchId={batchId} />}
      {prints && check && <ComparePaper batch={batch} check={check} onClose={() => setPrints(false)} />}
      {dialog}
    </>
  );
}

/** It was received. */
function Received({ batch }: { batch: TakeoverRow }) {
  const result = useQuery(takeoverResultQuery(batch.batchId));
  const { ask, dialog } = useAsked(batch);
  const holds = result.data?.holds ?? [];
  return (
    <>
      <BatchHead batch={batch} sums={batch.sums}>
        <BatchButtons
          batch={batch}
          against=""
          waits=""
          held={joinNames(holds, '项原因')}
          onPrint={() => {}}
          onAsk={ask}
        />
      </BatchHead>
      <Loaded source={result} title="接收结果加载失败" lines={10}>
        {(told) => <ReceivedView batch={batch} result={told} />}
      </Loaded>
      <Processes batchId={batch.batchId} />
      {dialog}
    </>
  );
}

function Withdrawn({ batch }: { batch: TakeoverRow }) {
  return (
    <>
      <BatchHead batch={batch} sums={batch.sums}>
        {null}
      </BatchHead>
      <section className="card">
        <EmptyState kind="empty" title="本批次已撤回" text="它的合同和期初账目已取消；需要时请重新上传台账。" />
      </section>
      <Processes batchId={batch.batchId} />
    </>
  );
}

function Batch({ batch }: { batch: TakeoverRow }) {
  useTabLabel(batch.batchNo);
  switch (batch.state) {
    case TakeoverState.Received:
      return <Received batch={batch} />;
    case TakeoverState.Withdrawn:
      return <Withdrawn batch={batch} />;
    default:
      return <Open batch={batch} />;
  }
}

function Detail({ batchId }: { batchId: number }) {
  const source: Source<TakeoverRow> = useQuery(takeoverQuery(batchId));
  return (
    <Loaded source={source} title="接收批次加载失败" lines={12}>
      {(batch) => <Batch batch={batch} />}
    </Loaded>
  );
}

/** 上线接收: one batch. */
export default function TakeoverDetailPage() {
  const { batchId = '' } = useParams();
  return (
    <div className={styles.page}>
      <Detail key={batchId} batchId={Number(batchId)} />
    </div>
  );
}
