import { CloudUploadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { Suspense, useState } from 'react';
import type { TakenLease, TakeoverResult, TakeoverRow } from '@/api/takeover';
import { LeaseLink } from '@/features/business/links';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { SmallTable } from '@/ui/SmallTable';
import { PREFIX } from './BatchButtons';
import { Periods } from './Periods';
import { shownTaken, withoutScan } from './taken';
import styles from './takeover.module.css';

const ScansDialog = lazy(() => import('./ScansDialog'));

const Taken = ({ leases, none }: { leases: readonly TakenLease[]; none: string }) => (
  <SmallTable<TakenLease>
    rows={leases}
    rowKey="leaseId"
    paged={50}
    width={980}
    none={none}
    columns={[
      { key: 'row', title: '行', width: 60, render: (_v, { row }) => row },
      {
        ...{ key: 'no', title: '合同编号', width: 170 },
        render: (_v, { leaseId, leaseNo }) => (
          <LeaseLink leaseId={leaseId} tab="files">
            {leaseNo}
          </LeaseLink>
        ),
      },
      { key: 'paper', title: '纸质编号', width: 130, render: (_v, { paperNo }) => paperNo },
      { key: 'tenant', title: '乙方', width: 210, render: (_v, { tenantName }) => tenantName },
      {
        ...{ key: 'files', title: '扫描件', width: 100 },
        render: (_v, { files }) => (files > 0 ? `${files} 个` : <StateTag tone="warn">缺</StateTag>),
      },
      { key: 'scan', title: '台账中的文件名', width: 160, render: (_v, { scan }) => scan },
      { key: 'warnings', title: '提示', render: (_v, { warnings }) => warnings.join('；') },
    ]}
  />
);

/** What a batch became: whose hands its periods are in, its contracts, and those without a scan. */
export function ReceivedView({ batch, result }: { batch: TakeoverRow; result: TakeoverResult }) {
  const { leases, periods } = result;
  const missing = withoutScan(leases).length;
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [word, setWord] = useState('');
  const [uploads, setUploads] = useState(false);
  const shown = shownTaken(leases, { onlyMissing, word });
  return (
    <section className={`card ${styles.parts} ${styles.padded}`} aria-label="接收结果">
      <Periods periods={periods} />
      <div className={styles.tools}>
        <Checkbox checked={onlyMissing} onChange={({ target }) => setOnlyMissing(target.checked)}>
          {`缺扫描件 ${missing}`}
        </Checkbox>
        <Input
          type="search"
          aria-label="查找合同"
          placeholder="乙方、合同编号或纸质编号"
          allowClear
          className={styles.search}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Can permission={`${PREFIX}:add`}>
          <Button icon={<CloudUploadOutlined aria-hidden />} onClick={() => setUploads(true)}>
            上传扫描件
          </Button>
        </Can>
        <span className="t2">扫描件打成一个 zip 上传；合同编号打开该合同的附件</span>
      </div>
      <Taken leases={shown} none={onlyMissing && word.trim() === '' ? '扫描件都已齐' : '没有符合条件的合同'} />
      <Suspense fallback={null}>
        {uploads && <ScansDialog batchId={batch.batchId} onClose={() => setUploads(false)} />}
      </Suspense>
    </section>
  );
}
