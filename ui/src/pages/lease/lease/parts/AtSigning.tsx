import { Alert } from 'antd';
import { atSigningQuery } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';

/** What the signing of a lease asks of the tenant at once. */
export function AtSigning({ leaseId }: { leaseId: number }) {
  const { data, error, refetch } = useQuery({ ...atSigningQuery(leaseId), staleTime: 0 });
  if (error) return <FailedLine bar title="签订时出账预览加载失败" error={error} retry={refetch} />;
  if (!data || data.bills + data.depositFen === 0) return null;
  const asked = [
    data.bills > 0 && `账单 ${data.bills} 张，共 ${formatYuan(data.amountFen)} 元`,
    data.depositFen > 0 && `押金 ${formatYuan(data.depositFen)} 元`,
  ];
  const late = data.late > 0 ? `；其中 ${data.late} 张的应缴日已过，按签订日期应缴` : '';
  return <Alert type="info" showIcon title={`登记后立即出账：${asked.filter(Boolean).join('，')}${late}`} />;
}
