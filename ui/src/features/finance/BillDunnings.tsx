import { Skeleton } from 'antd';
import { type DunningRow, dunningsQuery } from '@/api/finance/dunning';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { FailedLine } from '@/ui/FailedLine';
import { LoadFailed } from '@/ui/LoadFailed';
import { SmallTable } from '@/ui/SmallTable';
import { CHANNELS, PROMISE_STATES } from './labels';

const MOST = 50;

type Asked = { billId: number } | { tenantId: number };

const useDunnings = (of: Asked) => useQuery(dunningsQuery({ ...of, pageSize: MOST }));

function Rows({ rows }: { rows: readonly DunningRow[] }) {
  return (
    <SmallTable<DunningRow>
      rowKey="dunningId"
      rows={rows}
      width={560}
      columns={[
        { title: '日期', width: 110, dataIndex: 'day' },
        { title: '方式', width: 70, render: (_v, { channel }) => labelOf(CHANNELS, channel) },
        { title: '情况', dataIndex: 'said' },
        { title: '承诺', width: 120, render: (_v, { promise }) => promise?.day ?? '' },
        {
          title: '状态',
          width: 90,
          render: (_v, { promise, promiseState }) =>
            promise ? <ChoiceTag among={PROMISE_STATES} value={promiseState} /> : null,
        },
      ]}
    />
  );
}

/** Records of asking for a bill; nothing at all while nobody asked. */
export function BillDunnings({ billId }: { billId: number }) {
  const { data, error, refetch } = useDunnings({ billId });
  if (error) return <FailedLine bar title="催缴记录加载失败" error={error} retry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <>
      <h4>催缴记录</h4>
      <Rows rows={data.rows} />
    </>
  );
}

/** Records of asking a tenant. */
export function TenantDunnings({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useDunnings({ tenantId });
  if (error) return <LoadFailed title="催缴记录加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.total === 0) return <EmptyState kind="empty" title="没有催缴记录" />;
  return <Rows rows={data.rows} />;
}
