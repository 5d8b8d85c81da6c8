import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { Process } from '@/api/approvals';
import type { Schema } from '@/api/contract';
import {
  expenses,
  type PayoutCalls,
  type PayoutRow,
  refunds,
  remittances,
  settlementDocumentQuery,
  waivers,
} from '@/api/finance/payout';
import { ChangeKind, RowAction } from '@/api/generated/enums';
import { leaseChangesQuery, leases } from '@/api/lease';
import { registerMetaQuery } from '@/api/registers';
import { useSubmission } from '@/features/approvals/useSubmission';
import type { Submission } from '@/features/approvals/way';
import type { PayoutFormProps } from '@/features/finance/payouts/useSending';
import { useQuery } from '@/lib/useQuery';
import { Loaded, type Source } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';

const LeaseWizard = lazy(() => import('@/pages/lease/lease/parts/LeaseWizard'));
const ChangeDialog = lazy(() => import('@/pages/lease/lease/parts/ChangeDialog'));
const SettlementDialog = lazy(() => import('@/features/finance/payouts/SettlementDialog'));
const WaiverDialog = lazy(() => import('@/pages/fin/waiver/parts/ReturnedDialog'));
const RefundDialog = lazy(() => import('@/pages/fin/refund/parts/RefundDialog'));
const ExpenseDialog = lazy(() => import('@/pages/fin/expense/parts/ExpenseDialog'));
const RemittanceDialog = lazy(() => import('@/pages/fin/remittance/parts/RemittanceDialog'));
const HandoverDialog = lazy(() => import('@/pages/asset/handover/parts/AssetHandoverDialog'));
const RowDialog = lazy(() => import('@/pages/reg/parts/RowDialog'));
const EntryDialog = lazy(() => import('@/pages/expo/entry/parts/EntryDialog'));

interface EditorProps {
  process: Process;
  /** Sends it again; the form is closed by then. */
  send: (submission: Submission) => void;
  onClose: () => void;
}

interface ReadProps<Data> {
  source: Source<Data>;
  onClose: () => void;
  children: (data: Data) => React.ReactNode;
}

/** The form of a record that has to be read first. */
function Read<Data>({ source, onClose, children }: ReadProps<Data>) {
  if (source.data !== undefined) return children(source.data);
  return (
    <Modal open centered title="修改内容" footer={null} onCancel={onClose}>
      <Loaded source={source} title="单据加载失败">
        {() => null}
      </Loaded>
    </Modal>
  );
}

function ChangeEditor({ process: { bizId, bizParent }, onClose }: EditorProps) {
  const lease = useQuery({ ...leases.one(bizParent), staleTime: 0 });
  const changes = useQuery({ ...leaseChangesQuery(bizParent), staleTime: 0 });
  return (
    <Read source={lease} onClose={onClose}>
      {(of) => (
        <Read source={changes} onClose={onClose}>
          {(all) => {
            const change = all.find(({ changeId }) => changeId === bizId);
            if (!change) return null;
            const kind = change.kind === ChangeKind.Termination ? 'terminate' : 'change';
            return <ChangeDialog kind={kind} lease={of} change={change} onClose={onClose} />;
          }}
        </Read>
      )}
    </Read>
  );
}

function SettlementEditor({ process: { bizId }, onClose }: EditorProps) {
  const source = useQuery({ ...settlementDocumentQuery(bizId), staleTime: 0 });
  return (
    <Read source={source} onClose={onClose}>
      {({ leaseId, tenantId }) => <SettlementDialog leaseId={leaseId} tenantId={tenantId} onClose={onClose} />}
    </Read>
  );
}

function WaiverEditor({ process: { bizId }, onClose }: EditorProps) {
  const source = useQuery({ ...waivers.one(bizId), staleTime: 0 });
  return (
    <Read source={source} onClose={onClose}>
      {(row) => <WaiverDialog row={row} onClose={onClose} />}
    </Read>
  );
}

const payoutEditor = (calls: PayoutCalls, Dialog: React.ComponentType<PayoutFormProps>) =>
  function PayoutEditor({ process: { bizId, key, title }, send, onClose }: EditorProps) {
    const source = useQuery({ ...calls.one(bizId), staleTime: 0 });
    const putRight = (_row: PayoutRow, said: string) => send({ process: key, bizId, title, said });
    return (
      <Read source={source} onClose={onClose}>
        {(row) => <Dialog row={row} onPutRight={putRight} onClose={onClose} />}
      </Read>
    );
  };

function RowEditor({ process: { instanceId, key }, onClose }: EditorProps) {
  const source = useQuery(registerMetaQuery(key.slice('reg:'.length)));
  return (
    <Read source={source} onClose={onClose}>
      {(meta) => <RowDialog meta={meta} id={null} returned={instanceId} onClose={onClose} />}
    </Read>
  );
}

/** A row that is to go, or to come back, has no form. */
const hasForm = ({ formRef, data }: Process): boolean => {
  const { row_deed: deed } = data as { row_deed?: Schema<'RowAction'> };
  return formRef !== 'reg/row' || deed === RowAction.Create || deed === RowAction.Change;
};

/** The form of each kind of document, by the page that shows it. */
const EDITORS: Readonly<Record<string, React.ComponentType<EditorProps>>> = {
  'lease/lease': ({ process, onClose }) => <LeaseWizard leaseId={process.bizId} onClose={onClose} />,
  'lease/change': ChangeEditor,
  'fin/settlement': SettlementEditor,
  'fin/waiver': WaiverEditor,
  'fin/refund': payoutEditor(refunds, RefundDialog),
  'fin/expense': payoutEditor(expenses, ExpenseDialog),
  'fin/remittance': payoutEditor(remittances, RemittanceDialog),
  'asset/handover': ({ process, onClose }) => <HandoverDialog handoverId={process.bizId} onClose={onClose} />,
  'reg/row': RowEditor,
  'expo/entry': ({ process, onClose }) => <EntryDialog entryId={process.bizId} onClose={onClose} />,
};

/** A document that came back is put right in the form in which it was made. */
export function ReturnedDocument({ process }: { process: Process }) {
  const [open, setOpen] = useState(false);
  const submission = useSubmission();
  const Editor = EDITORS[process.formRef];
  if (!Editor || process.bizPath === null || !hasForm(process)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改内容</Button>
      <Suspense fallback={null}>
        {open && <Editor process={process} send={submission.send} onClose={() => setOpen(false)} />}
      </Suspense>
      {submission.dialog}
    </>
  );
}
