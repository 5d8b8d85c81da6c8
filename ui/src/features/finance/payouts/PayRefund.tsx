import { Alert } from 'antd';
import { refunds } from '@/api/finance/payout';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';
import { OWN_PAYMENT, useOwnReason } from './own';
import PayDialog from './PayDialog';

interface PayRefundProps {
  /** Its number as people read it. */
  no: string;
  onClose: () => void;
}

/** Pays a refund where its number stands, without leaving for the list of refunds. */
export default function PayRefund({ no, onClose }: PayRefundProps) {
  const { data, error, refetch } = useQuery({ ...refunds.rows({ keyWord: no, pageSize: 10 }), staleTime: 0 });
  const ownReason = useOwnReason(OWN_PAYMENT);
  if (error) return <FailedLine bar title="退款单加载失败" error={error} retry={refetch} />;
  if (!data) return null;
  const row = data.rows.find(({ payoutNo }) => payoutNo === no);
  const against = row ? ownReason(row) : `退款单 ${no} 不在您的数据权限内，请由财务人员付款`;
  if (!row || against) return <Alert type="warning" showIcon closable title={against} onClose={onClose} />;
  return <PayDialog row={row} calls={refunds} onClose={onClose} />;
}
