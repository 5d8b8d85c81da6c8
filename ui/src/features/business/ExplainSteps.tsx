import type { Explanation } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import { SmallTable } from '@/ui/SmallTable';
import valuesStyles from '@/ui/values.module.css';
import styles from './business.module.css';

/** The stage, marked where the rent stepped up. */
const StageTag = ({ stageNo, rise }: { stageNo: number; rise: string }) => (
  <span className={rise ? 'tag warn' : 'tag'}>{`阶段 ${stageNo} ${rise}`.trim()}</span>
);

/** 算账说明: month by month, how a bill's amount came about. */
export function ExplainSteps({ told }: { told: Explanation }) {
  return (
    <>
      <p className={`${styles.explainHead} t2`}>
        <span>{told.mode}</span>
        <span>首末月折算：{told.proration}</span>
      </p>
      <SmallTable
        rowKey={({ span }) => span.from}
        rows={told.steps}
        width={640}
        columns={[
          { title: '区间', width: 176, render: (_v, { span }) => `${span.from} ~ ${span.to}` },
          { title: '租金阶段', width: 106, render: (_v, step) => <StageTag {...step} /> },
          { title: '租金（元）', render: (_v, { rent, free }) => (free ? '免租' : rent) },
          { title: '天数', width: 66, dataIndex: 'days' },
          { title: '份额', width: 66, align: 'right', dataIndex: 'share' },
          { title: '金额（未取整）', width: 118, align: 'right', dataIndex: 'amount' },
        ]}
      />
      <p className={styles.explainSum}>
        <span>
          精确合计 {told.exactSum} → {told.rounding}
        </span>
        <b className={valuesStyles.figure}>{formatYuan(told.amountFen)}</b>
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
