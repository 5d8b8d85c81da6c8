import { saveFile } from '@/api/file';
import { type TakeoverRow, TakeoverState, type TakeoverSums } from '@/api/takeover';
import { areaText, ChoiceTag } from '@/features/business/parts';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useMutation } from '@/lib/useMutation';
import { type Fact, Facts } from '@/ui/Facts';
import { TAKEOVER_STATES } from './labels';
import styles from './takeover.module.css';

/** The workbook as it was uploaded. */
function Ledger({ fileId, fileName }: TakeoverRow) {
  const saving = useMutation({ mutationFn: () => saveFile(fileId) });
  return (
    <button type="button" className={`link ${styles.ledger}`} onClick={() => saving.mutate()}>
      {fileName}
    </button>
  );
}

const figuresOf = (sums: TakeoverSums, withoutScan: number): (readonly [string, string, boolean])[] => [
  ['合同', String(sums.leases), false],
  ['面积（㎡）', areaText(sums.areaM2), false],
  ['月租（元）', formatYuan(sums.monthRentFen), false],
  ['期初欠缴（元）', formatYuan(sums.arrearsFen), false],
  ['期初预收（元）', formatYuan(sums.creditFen), false],
  ['期初押金（元）', formatYuan(sums.depositFen), false],
  ...(withoutScan > 0 ? [['缺扫描件', String(withoutScan), true] as const] : []),
];

interface BatchHeadProps {
  batch: TakeoverRow;
  /** As they were submitted, else as they are compared now. */
  sums: TakeoverSums | null;
  children: React.ReactNode;
}

/** Number, unit, first day, state and sums; what can be done stands at the right. */
export function BatchHead({ batch, sums, children }: BatchHeadProps) {
  const facts: Fact[] = [
    ['甲方', batch.partyAName],
    ['账务启用日', batch.booksFrom],
    ['台账', <Ledger key="ledger" {...batch} />],
    ['录入', `${batch.createByName} ${toMinute(batch.createTime)}`],
    ['审批', batch.decidedBy],
    ['接收', toMinute(batch.receivedAt)],
    ['意见或原因', batch.state === TakeoverState.Checking ? '' : batch.comment],
  ];
  return (
    <section className={`card ${styles.head}`} aria-label="批次概要">
      <header>
        <h2>{batch.batchNo}</h2>
        <ChoiceTag among={TAKEOVER_STATES} value={batch.state} />
        <span className={styles.actions}>{children}</span>
      </header>
      <Facts look="beside" facts={facts} />
      {sums && (
        <dl className={styles.figures} aria-label="合计">
          {figuresOf(sums, batch.withoutScan ?? 0).map(([name, text, bad]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={bad ? styles.bad : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
