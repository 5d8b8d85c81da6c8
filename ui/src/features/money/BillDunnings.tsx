import { Table } from 'antd';
import { type DunningRow, listDunnings } from '@/api/dunning';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { useQuery } from '@/lib/useQuery';
import { CHANNELS, PROMISE_STATES } from './labels';

/** Records of asking for a bill; nothing at all while nobody asked. */
export function BillDunnings({ billId }: { billId: number }) {
  const { data } = useQuery({
    queryKey: ['dunning', 'bill', billId],
    queryFn: ({ signal }) => listDunnings({ billId, pageSize: 50 }, signal),
  });
  if (!data || data.total === 0) return null;
  return (
    <>
      <h4>催缴记录</h4>
      <Table<DunningRow>
        size="small"
        rowKey="dunningId"
        pagination={false}
        dataSource={data.rows}
        scroll={{ x: 560 }}
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
    </>
  );
}
