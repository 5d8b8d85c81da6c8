import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { textOf } from '@/api/errors';
import { checkBooks } from '@/api/payout';
import { formatDate } from '@/lib/dates';
import { StateTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';

/** 对账中心: every invariant recomputed from the rows, with what was looked at and what is wrong. */
export function CheckPanel() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['reconcile'],
    queryFn: checkBooks,
    staleTime: 0,
  });
  if (error) return <EmptyState kind="error" title="对账失败" text={textOf(error)} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const wrong = data.filter(({ faults }) => faults.length > 0).length;
  return (
    <>
      <div className="books-tools">
        <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
          重新核对
        </Button>
        <span className="t2">核对时间 {formatDate(dataUpdatedAt, 'YYYY-MM-DD HH:mm:ss')}</span>
      </div>
      {wrong === 0 ? (
        <Alert type="success" showIcon title={`${data.length} 项核对全部一致`} />
      ) : (
        <Alert type="error" showIcon title={`${wrong} 项核对有差异，请联系管理员`} />
      )}
      <ul className="check-list">
        {data.map(({ code, name, count, faults }) => (
          <li key={code}>
            <header>
              <StateTag tone={faults.length === 0 ? 'ok' : 'bad'}>
                {faults.length === 0 ? '一致' : `差异 ${faults.length} 项`}
              </StateTag>
              <b>{code}</b>
              <span>{name}</span>
              <span className="t2">核对 {count} 项</span>
            </header>
            {faults.length > 0 && (
              <ul>
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
