import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { Process } from '@/api/approvals';
import type { Schema } from '@/api/contract';
import {
  expenses,
  type PayoutCalls,
  refunds,
  remittances,
  settlementDocumentQuery,
  waivers,
} from '@/api/finance/payout';
import { ChangeKind, RowAction } from '@/api/generated/enums';
import { leaseChangesQuery, leases } from '@/api/lease';
import { registerMetaQuery } from '@/api/registers';
import { useSubmission } from '@/features/approvals/useSubmission';
import type { PayoutFormProps } from '@/features/finance/payouts/useSending';
import { useQuery } from '@/lib/useQuery';
import { Loaded, type Source } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { SendsAgain } from '@/ui/sendsAgain';

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

/** What is sent again is sent by the dialog itself. */
const nothingMore = () => {};

const payoutEditor = (calls: PayoutCalls, Dialog: React.ComponentType<PayoutFormProps>) =>
  function PayoutEditor({ process: { bizId }, onClose }: EditorProps) {
    const source = useQuery({ ...calls.one(bizId), staleTime: 0 });
    return (
      <Read source={source} onClose={onClose}>
        {(row) => <Dialog row={row} onPutRight={nothingMore} onClose={onClose} />}
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

/** Sends what it shows by itself. */
const SETTLEMENT = 'fin/settlement';

/** The form of each kind of document, by the page that shows it. */
const EDITORS: Readonly<Record<string, React.ComponentType<EditorProps>>> = {
  'lease/lease': ({ process, onClose }) => <LeaseWizard leaseId={process.bizId} onClose={onClose} />,
  'lease/change': ChangeEditor,
  [SETTLEMENT]: SettlementEditor,
  'fin/waiver': WaiverEditor,
  'fin/refund': payoutEditor(refunds, RefundDialog),
  'fin/expense': payoutEditor(expenses, ExpenseDialog),
  'fin/remittance': payoutEditor(remittances, RemittanceDialog),
  'asset/handover': ({ process, onClose }) => <HandoverDialog handoverId={process.bizId} onClose={onClose} />,
  'reg/row': RowEditor,
  'expo/entry': ({ process, onClose }) => <EntryDialog entryId={process.bizId} onClose={onClose} />,
};

/** A document that came back is put right in the form in which it was made, and sent again with the same press. */
export function ReturnedDocument({ process }: { process: Process }) {
  const [open, setOpen] = useState(false);
  const submission = useSubmission();
  const Editor = EDITORS[process.formRef];
  if (!Editor || process.bizPath === null || !hasForm(process)) return null;
  const { key, bizId, title, formRef } = process;
  const sendAgain = () => {
    setOpen(false);
    submission.send({ process: key, bizId, title, okText: '重新提交', said: '已重新提交' });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改内容</Button>
      <SendsAgain.Provider value={formRef === SETTLEMENT ? null : sendAgain}>
        <Suspense fallback={null}>{open && <Editor process={process} onClose={() => setOpen(false)} />}</Suspense>
      </SendsAgain.Provider>
      {submission.dialog}
    </>
  );
}
