import { Button } from 'antd';
import { useState } from 'react';
import { type ScanFile, type ScansTaken, takeScans } from '@/api/takeover';
import { DropArea } from '@/features/import/parts';
import { useMutation } from '@/lib/useMutation';
import { StateTag } from '@/ui/DictTag';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { SmallTable } from '@/ui/SmallTable';
import { useFormToken } from '@/ui/useFormToken';
import styles from './takeover.module.css';

/** What became of the files, or would. */
function Outcome({ outcome, done }: { outcome: ScansTaken; done: boolean }) {
  const { files, taken, left, withoutScan } = outcome;
  return (
    <>
      <div className={styles.tools} role="status">
        <strong>{done ? '已上传' : '尚未上传，请核对'}</strong>
        <StateTag tone="ok">{`对上合同 ${taken}`}</StateTag>
        {left > 0 && <StateTag tone="bad">{`对不上 ${left}`}</StateTag>}
        <span className="t2">{`${done ? '现在' : '上传后'}缺扫描件 ${withoutScan} 份`}</span>
      </div>
      <SmallTable<ScanFile>
        rows={files}
        rowKey="name"
        paged={50}
        width={560}
        height={260}
        none="压缩包中没有文件"
        columns={[
          { key: 'name', title: '文件', width: 200, render: (_v, { name }) => name },
          { key: 'lease', title: '合同', width: 160, render: (_v, { leaseNo }) => leaseNo || '—' },
          { key: 'by', title: '依据', width: 110, render: (_v, { by }) => by },
          {
            ...{ key: 'reason', title: '未上传的原因' },
            render: (_v, { reason }) => <span className={styles.bad}>{reason}</span>,
          },
        ]}
      />
    </>
  );
}

/** Scans of many contracts in one zip: what would happen is shown as soon as it is chosen, then it is done. */
export default function ScansDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<{ report: ScansTaken; done: boolean } | null>(null);
  const token = useFormToken();
  const run = useMutation({
    mutationFn: ({ given, dryRun }: { given: File; dryRun: boolean }) =>
      token.send(() => takeScans(batchId, given, dryRun)),
    onSuccess: (report, { dryRun }) => setOutcome({ report, done: !dryRun }),
  });
  const done = outcome?.done === true;
  const looking = run.isPending && run.variables?.dryRun === true;
  const taken = outcome?.report.taken ?? 0;
  const look = (given: File) => {
    setFile(given);
    setOutcome(null);
    run.mutate({ given, dryRun: true });
  };
  const footer = done ? (
    <Button type="primary" onClick={onClose}>
      完成
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>取消</Button>
      {file && !outcome && !run.isPending && <Button onClick={() => look(file)}>重试</Button>}
      <Button
        type="primary"
        disabled={!file || taken === 0 || looking}
        loading={run.isPending && !looking}
        onClick={() => file && run.mutate({ given: file, dryRun: false })}
      >
        {taken > 0 ? `上传 ${taken} 个` : '上传'}
      </Button>
    </>
  );
  return (
    <Modal open centered width={720} title="上传扫描件" footer={footer} onCancel={onClose} mask={{ closable: false }}>
      {!done && (
        <DropArea
          file={file}
          accept=".zip"
          hint="一个 zip，内为 pdf、jpg、png；按台账中的扫描件文件名、纸质编号或合同编号对上合同"
          onFile={(given) => !run.isPending && look(given)}
        />
      )}
      {looking && <p className="t2">正在对照…</p>}
      <Refusal error={run.error} />
      {outcome && <Outcome outcome={outcome.report} done={outcome.done} />}
    </Modal>
  );
}
