import { Table } from 'antd';
import type { Explanation } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import './business.css';

/** 算账说明: month by month, how a bill's amount came about. */
export function ExplainSteps({ told }: { told: Explanation }) {
  return (
    <>
      <p className="explain-head t2">
        <span>{told.mode}</span>
        <span>首末月折算：{told.proration}</span>
      </p>
      <Table
        size="small"
        pagination={false}
        rowKey={({ span }) => span.from}
        dataSource={told.steps}
        scroll={{ x: 640 }}
        columns={[
          { title: '区间', width: 190, render: (_v, { span }) => `${span.from} ~ ${span.to}` },
          { title: '租金阶段', width: 90, render: (_v, { stageNo }) => `阶段 ${stageNo}` },
          { title: '租金（元）', render: (_v, { rent, free }) => (free ? '免租' : rent) },
          { title: '天数', width: 80, dataIndex: 'days' },
          { title: '份额', width: 80, align: 'right', dataIndex: 'share' },
          { title: '金额（未取整）', width: 130, align: 'right', dataIndex: 'amount' },
        ]}
      />
      <p className="explain-sum">
        <span>
          精确合计 {told.exactSum} → {told.rounding}
        </span>
        <b className="figure">{formatYuan(told.amountFen)}</b>
      </p>
      {told.lines.length > 1 && (
        <p className="t2">
          账单明细（累计取整）：
          {told.lines.map(({ from, to, amountFen }) => `${from} ~ ${to} ${formatYuan(amountFen)}`).join('；')}
        </p>
      )}
    </>
  );
}
