import { Alert, Skeleton, Table } from 'antd';
import { type Holdover, holdoverQuery, type Overstay } from '@/api/lease';
import businessStyles from '@/features/business/business.module.css';
import { percentText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { FailedLine } from '@/ui/FailedLine';
import { LoadFailed } from '@/ui/LoadFailed';
import { SmallTable } from '@/ui/SmallTable';
import styles from '@/ui/values.module.css';

/** The charge of a lease whose tenant stays on; asked for once its end has passed. */
export const useHoldover = (leaseId: number, enabled: boolean) => useQuery({ ...holdoverQuery(leaseId), enabled });

function Said({ told }: { told: Holdover }) {
  const { ended, until, untilReason, lastRent, holdoverPpm, proration } = told;
  return (
    <p className={`${businessStyles.explainHead} t2`}>
      <span>合同计租至 {ended}</span>
      <span>
        {until ? `${untilReason === '续租' ? '续租接续，计至' : '退房，计至'} ${until}` : '尚未退房，按月计收'}
      </span>
      <span>
        最后租金：{lastRent} × 占用费比例 {percentText(holdoverPpm)}
      </span>
      <span>首末月折算：{proration}</span>
    </p>
  );
}

/** 逾期占用: what the tenant owes month by month since the lease ended, and how it is computed. */
export function HoldoverTab({ leaseId }: { leaseId: number }) {
  const { data, error, refetch } = useHoldover(leaseId, true);
  if (error) return <LoadFailed title="占用费加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.months.length === 0) return <EmptyState kind="empty" title="没有逾期占用" />;
  return (
    <>
      <Said told={data} />
      <SmallTable<Overstay>
        rowKey={({ span }) => span.from}
        rows={data.months}
        width={640}
        columns={[
          { title: '期次', width: 60, render: (_v, _row, index) => index + 1 },
          { title: '占用期间', width: 210, render: (_v, { span }) => `${span.from} ~ ${span.to}` },
          { title: '天数', width: 90, dataIndex: 'days' },
          { title: '份额', width: 90, align: 'right', dataIndex: 'share' },
          { title: '原租金（未取整）', width: 140, align: 'right', dataIndex: 'rent' },
          {
            title: '占用费（元）',
            width: 140,
            align: 'right',
            render: (_v, { amountFen }) => <b className={styles.figure}>{formatYuan(amountFen)}</b>,
          },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={5}>
              <b>合计 {data.months.length} 期</b>
              {data.foreseenFen > 0 && `（至今天；本期不退房预计再收 ${formatYuan(data.foreseenFen)} 元）`}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={5} align="right">
              <b className={styles.figure}>{formatYuan(data.totalFen)}</b>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </>
  );
}

/** Says above the lease that it is over and what has come together since. */
export function HoldoverNote({ leaseId }: { leaseId: number }) {
  const { data, error, refetch } = useHoldover(leaseId, true);
  if (error) return <FailedLine bar title="逾期占用加载失败" error={error} retry={refetch} />;
  if (!data || data.months.length === 0 || data.until) return null;
  return (
    <Alert
      className="no-print"
      type="warning"
      showIcon
      title={`合同计租至 ${data.ended}，乙方尚未退房：逾期占用 ${data.months.length} 期，占用费至今天累计 ${formatYuan(data.totalFen)} 元${data.foreseenFen > 0 ? `，本期预计再收 ${formatYuan(data.foreseenFen)} 元` : ''}（明细见“逾期占用”）`}
    />
  );
}
