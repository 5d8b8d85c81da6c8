import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { LeaseState } from '@/api/generated/enums';
import type { LeaseRow } from '@/api/lease';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { lazy } from '@/ui/lazy';

const MoreScansDialog = lazy(() => import('./MoreScansDialog'));

/** From the signature on: scans may come later. */
const SCANNED_IN: readonly number[] = [
  LeaseState.Signed,
  LeaseState.Running,
  LeaseState.Expired,
  LeaseState.Terminated,
  LeaseState.Settled,
];

type Filed = Pick<LeaseRow, 'leaseId' | 'leaseNo' | 'version' | 'state' | 'files'>;

/** Papers of a lease, to look at and to fetch; its scans may come after the signature. */
export function FilesTab({ lease }: { lease: Filed }) {
  const [adding, setAdding] = useState(false);
  const add = SCANNED_IN.includes(lease.state) && (
    <Can permission="lease:lease:edit">
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => setAdding(true)}>
        补扫描件
      </Button>
    </Can>
  );
  const isEmpty = lease.files.length === 0;
  return (
    <>
      {isEmpty ? (
        <EmptyState kind="empty" title="没有附件" action={add} />
      ) : (
        <>
          {add && <p>{add}</p>}
          <RecordFiles disabled value={lease.files.join(',')} />
        </>
      )}
      <Suspense fallback={null}>
        {adding && <MoreScansDialog lease={lease} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}
