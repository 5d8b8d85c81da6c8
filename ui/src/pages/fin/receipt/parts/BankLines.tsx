import { Alert, Button, Checkbox, type TableProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { BankChoice, BankChoices, BankContinuity, BankLine, BankLineState, BankReport } from '@/api/finance/bank';
import { TenantSelect } from '@/features/choices/registers';
import importStyles from '@/features/import/import.module.css';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import { BankReversals } from './BankReversals';
import styles from './bank.module.css';
import { LeaveOutDialog } from './LeaveOutDialog';

const STATES: Record<BankLineState, { text: string; tone: TagTone }> = {
  suspect: { text: '疑似', tone: 'warn' },
  failed: { text: '失败', tone: 'bad' },
  unclaimed: { text: '待认领', tone: 'blue' },
  posted: { text: '入账', tone: 'ok' },
  linked: { text: '关联', tone: 'ok' },
  known: { text: '已有', tone: 'plain' },
  leftOut: { text: '不导入', tone: 'off' },
};

/** Lines that say why. */
const ASKED: readonly BankLineState[] = ['suspect', 'failed', 'leftOut'];
/** Lines that can be left out. */
const OPEN: readonly BankLineState[] = ['suspect', 'failed', 'unclaimed', 'posted'];

/** Whether the balances follow each other, in words. */
function Balances({ continuity }: { continuity: BankContinuity }) {
  const { openingFen, closingFen, gaps, gapCount } = continuity;
  if (openingFen === null) return <span className="t2">没有余额列，无法核对是否连续</span>;
  return (
    <>
      <span>期初余额 {formatYuan(openingFen)}</span>
      <span>期末余额 {formatYuan(closingFen)}</span>
      {gapCount === 0 && <StateTag tone="ok">连续</StateTag>}
      {gapCount > 0 && (
        <Alert
          type="warning"
          showIcon
          className={styles.bankGaps}
          title={gaps.map((gap) => <div key={gap}>{gap}</div>)}
          description={gapCount > gaps.length ? `共 ${gapCount} 处不连续` : undefined}
        />
      )}
    </>
  );
}

interface OwnerProps {
  line: BankLine;
  choice: BankChoice | undefined;
  busy: boolean;
  onChoose: (choice: BankChoice | null) => void;
}

/** Whose the money is: what is proposed, or what the person says. */
function Owner({ line, choice, busy, onChoose }: OwnerProps) {
  const proposed = line.choices.map(({ tenantId, tenantName, why, score }) => ({
    value: tenantId,
    label: `${tenantName}（${why} ${score}）`,
  }));
  const kept = choice?.anyway ? { anyway: true } : {};
  const take = (tenantId: number) => onChoose({ ...kept, ...(tenantId > 0 ? { tenantId } : { unclaimed: true }) });
  return (
    <div className={styles.bankOwner}>
      <TenantSelect
        size="small"
        aria-label={`第${line.row}行归谁`}
        disabled={busy}
        value={choice?.tenantId ?? line.tenantId}
        first={[{ value: 0, label: '待认领' }, ...proposed]}
        onChange={take}
      />
      {choice?.tenantId !== undefined && (
        <Checkbox
          disabled={busy}
          checked={choice.remember ?? false}
          onChange={({ target }) => onChoose({ ...choice, remember: target.checked })}
        >
          认领并记住
        </Checkbox>
      )}
      {line.told.length > 0 && <small className="t2">{line.told.join(' · ')}</small>}
    </div>
  );
}

/** What is asked about a line, why it can't be taken or was left out, and what can be said to that. */
function Asked({ line, choice, busy, onChoose }: OwnerProps) {
  return (
    <div className={styles.bankOwner}>
      <span>
        {line.reason}
        {line.tenantName && `（${line.tenantName}）`}
      </span>
      <span>
        {line.canLink && (
          <Button size="small" disabled={busy} onClick={() => onChoose({ link: true })}>
            关联
          </Button>
        )}
        {line.state !== 'failed' && choice?.leaveOut === undefined && (
          <Button size="small" disabled={busy} onClick={() => onChoose({ ...choice, anyway: true })}>
            仍然入账
          </Button>
        )}
      </span>
    </div>
  );
}

interface BankLinesProps {
  report: BankReport;
  done: boolean;
  choices: BankChoices;
  busy: boolean;
  onChoose: (row: number, choice: BankChoice | null) => void;
  /** Every line that looks like a receipt is that receipt. */
  onLinkAll: (rows: readonly number[]) => void;
}

function columnsOf({
  done,
  choices,
  busy,
  onChoose,
  onLeaveOut,
}: Omit<BankLinesProps, 'report' | 'onLinkAll'> & {
  onLeaveOut: (row: number) => void;
}): TableProps<BankLine>['columns'] {
  const owner = (line: BankLine) => {
    const own = {
      line,
      choice: choices[line.row],
      busy,
      onChoose: (said: BankChoice | null) => onChoose(line.row, said),
    };
    if (ASKED.includes(line.state)) return done ? line.reason || line.receiptNo : <Asked {...own} />;
    if (line.state === 'unclaimed' || line.state === 'posted') {
      return done ? line.tenantName || '待认领' : <Owner {...own} />;
    }
    return [line.tenantName, line.receiptNo].filter(Boolean).join(' ');
  };
  return [
    { key: 'row', title: '行', dataIndex: 'row', width: 42 },
    { key: 'when', title: '时间', dataIndex: 'when', width: 98 },
    {
      key: 'amount',
      title: '金额（元）',
      width: 110,
      render: (_value, { amountFen }) => <AmountCell fen={amountFen} />,
    },
    {
      key: 'payer',
      title: '付款户名',
      width: 190,
      render: (_value, { payerName, memo }) => (
        <>
          {payerName}
          {memo && <small className={`t2 ${styles.bankMemo}`}>{memo}</small>}
        </>
      ),
    },
    {
      key: 'state',
      title: '结果',
      width: 84,
      render: (_value, { state }) => <StateTag tone={STATES[state].tone}>{STATES[state].text}</StateTag>,
    },
    { key: 'owner', title: '乙方与说明', render: (_value, line) => owner(line) },
    {
      key: 'undo',
      fixed: 'right',
      width: 76,
      render: (_value, { row, state }) => {
        if (done) return null;
        if (choices[row]) {
          return (
            <Button type="link" size="small" disabled={busy} onClick={() => onChoose(row, null)}>
              撤销
            </Button>
          );
        }
        return (
          OPEN.includes(state) && (
            <Button type="link" size="small" disabled={busy} onClick={() => onLeaveOut(row)}>
              不导入
            </Button>
          )
        );
      },
    },
  ];
}

/** A statement line by line: what each came to, whose it is and why, and what a person has to say. */
export function BankLines(props: BankLinesProps) {
  const { report } = props;
  const { counts, continuity, lines, reversals } = report;
  const [leaving, setLeaving] = useState<number | null>(null);
  const alike = lines.filter(({ state, canLink }) => state === 'suspect' && canLink).map(({ row }) => row);
  const section = useRef<HTMLElement>(null);
  // the columns above are said already
  useEffect(() => section.current?.scrollIntoView({ block: 'start' }), []);
  return (
    <section ref={section} aria-label="逐笔核对">
      <div className={importStyles.importSums}>
        <Balances continuity={continuity} />
      </div>
      <div className={importStyles.importSums}>
        <StateTag tone="ok">入账 {counts.posted}</StateTag>
        <StateTag tone="blue">待认领 {counts.unclaimed}</StateTag>
        <StateTag tone="plain">已有 {counts.known}</StateTag>
        <StateTag tone={counts.suspect > 0 ? 'warn' : 'off'}>疑似 {counts.suspect}</StateTag>
        {counts.linked > 0 && <StateTag tone="ok">关联 {counts.linked}</StateTag>}
        <StateTag tone="off">支出 {counts.wentOut}</StateTag>
        {counts.leftOut > 0 && <StateTag tone="off">不导入 {counts.leftOut}</StateTag>}
        {counts.foreign > 0 && <StateTag tone="warn">其他币种 {counts.foreign}</StateTag>}
        {counts.early > 0 && <StateTag tone="warn">账务启用日以前 {counts.early}</StateTag>}
        {alike.length > 1 && !props.done && (
          <Button size="small" disabled={props.busy} onClick={() => props.onLinkAll(alike)}>
            疑似的全部关联
          </Button>
        )}
        {!report.hasGoodReferences && <span className="t2">流水号列有空值或重复，按整行内容识别重复</span>}
      </div>
      <SmallTable<BankLine>
        rowKey="row"
        columns={columnsOf({ ...props, onLeaveOut: setLeaving }) ?? []}
        rows={lines}
        paged={50}
        width={820}
        height={320}
      />
      {reversals.length > 0 && <BankReversals reversals={reversals} />}
      {leaving !== null && (
        <LeaveOutDialog
          row={leaving}
          onSaid={(leaveOut) => {
            setLeaving(null);
            props.onChoose(leaving, { leaveOut });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}
