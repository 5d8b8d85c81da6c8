import { Suspense } from 'react';
import { billsQuery } from '@/api/finance/ledger';
import { TodayAct } from '@/api/generated/enums';
import type { TodayLine } from '@/api/today';
import { FOR_DEPOSIT } from '@/features/finance/labels';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import { lazy } from '@/ui/lazy';
import { useOpenPage } from '@/ui/useOpenPage';

const LeaseWizard = lazy(() => import('@/pages/lease/lease/parts/LeaseWizard'));
const ReceiptDialog = lazy(() => import('@/features/finance/ReceiptDialog'));
const DunningDialog = lazy(() => import('@/features/finance/DunningDialog'));

/** Bills that one conversation can be about; the oldest first. */
const MOST_BILLS = 200;

interface ActProps {
  line: TodayLine;
  onClose: () => void;
}

/** 登记联系 about everything that the tenant owes the party A and that is overdue. */
function Contact({ line, onClose }: ActProps) {
  const { tenantId, partyAId } = line.about;
  const asked = {
    tenantId,
    partyAId,
    overdue: true,
    orderByColumn: 'dueDate',
    isAsc: 'ascending',
    pageSize: MOST_BILLS,
  };
  const { data, error, refetch } = useQuery({ ...billsQuery(asked), staleTime: 0 });
  if (error) return <FailedLine bar title="欠缴账单加载失败" error={error} retry={refetch} />;
  return data ? <DunningDialog bills={data.rows} onClose={onClose} /> : null;
}

/** The dialog of a line's act, filled in with what the line is about. */
export default function TodayDialog({ line, onClose }: ActProps) {
  const openPage = useOpenPage();
  const { leaseId, tenantId, partyAId, roomId } = line.about;
  return (
    <Suspense fallback={null}>
      {line.act === TodayAct.Renew && (
        <LeaseWizard
          leaseId={null}
          renews={leaseId}
          onSaved={(saved) => openPage(`/lease/lease/detail/${saved}`)}
          onClose={onClose}
        />
      )}
      {line.act === TodayAct.Let && (
        <LeaseWizard
          leaseId={null}
          room={roomId}
          onSaved={(saved) => openPage(`/lease/lease/detail/${saved}`)}
          onClose={onClose}
        />
      )}
      {line.act === TodayAct.Receive && (
        <ReceiptDialog
          payer={{ partyAId, tenantId, leaseId, purpose: FOR_DEPOSIT, amountFen: line.amountFen ?? 0 }}
          onClose={onClose}
        />
      )}
      {line.act === TodayAct.Contact && <Contact line={line} onClose={onClose} />}
    </Suspense>
  );
}
