import type { PathNode, Process, ProcessPaper } from '@/api/approvals';
import { Action, NodeType, RunState } from '@/api/generated/enums';
import type { ProcessField } from '@/features/approvals/FieldValue';
import { ACTIONS, stateText } from '@/features/approvals/labels';
import { labelOf } from '@/features/business/labels';
import { SafeHtml } from '@/features/RichText/SafeHtml';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import styles from '@/ui/print/paper.module.css';
import { cell, contentsOf, FIGURES, type Fields } from './contents';
import { partsOf, worthOf } from './Impact';

/** Rows of a table that go on paper. */
const MOST = 500;

function Long({ field, value }: { field: ProcessField; value: unknown }) {
  if (field.kind === 'html') return <SafeHtml html={typeof value === 'string' ? value : ''} />;
  return <p>{Array.isArray(value) ? `共 ${value.length} 个文件` : ''}</p>;
}

function Contents({ process }: { process: Process }) {
  const { facts, tables, long } = contentsOf(process);
  return (
    <>
      <h3>单据内容</h3>
      <PaperPairs pairs={facts} />
      {tables.map(({ table, columns, rows }) => (
        <section key={table.path}>
          <h3>
            {table.title}（{rows.length}）
          </h3>
          <PaperTable<Fields>
            numbered
            columns={columns.map((column) => ({
              title: column.title,
              ...(FIGURES.has(column.kind) && { align: 'right' as const }),
              render: (row) => cell(table, column, row),
            }))}
            rows={rows.slice(0, MOST)}
          />
          {rows.length > MOST && <p>其余 {rows.length - MOST} 行请在系统中查看</p>}
        </section>
      ))}
      {long.map(({ field, value }) => (
        <section key={field.path}>
          <h3>{field.title}</h3>
          <Long field={field} value={value} />
        </section>
      ))}
    </>
  );
}

function ImpactOnPaper({ process: { impact } }: { process: Process }) {
  if (!impact || impact.lines.length === 0) return null;
  const pairs = partsOf(impact.lines).flatMap(({ label, lines }) =>
    lines.map((line) => [`${label}：${line.label}`, worthOf(line)] as const),
  );
  return (
    <>
      <h3>影响的金额</h3>
      {impact.sentence && <p>{impact.sentence}</p>}
      <PaperPairs pairs={pairs} />
    </>
  );
}

type Event = Process['history'][number];

/** Steps that the system takes or tells of by itself: no opinion of a person. */
const BY_ITSELF: ReadonlySet<number> = new Set([
  ...[Action.Cc, Action.Urge, Action.Choose, Action.Repeat, Action.Skip, Action.Recheck, Action.Remind],
  ...[Action.Orphan, Action.Adopt, Action.Finish],
]);

/** What persons did and said. */
export const opinionsOf = ({ history }: Pick<Process, 'history'>): Event[] =>
  history.filter(({ action, actorName }) => actorName !== '' && !BY_ITSELF.has(action));

/** What the rules of the process have seen: no words of a person. */
const OF_RULES = /参数“/;

const saidIn = (event: Event): string =>
  [
    event.comment,
    OF_RULES.test(event.note) ? '' : event.note,
    event.minutes && `会议纪要 ${event.minutes.minutesNo}，${event.minutes.heldOn} 召开`,
    ...event.changes.map(({ title, before, after }) => `${title}：${before} → ${after}`),
  ]
    .filter(Boolean)
    .join('；');

interface ActorProps {
  event: Event;
  /** His signature, as an address that holds it. */
  picture: string | undefined;
}

function Actor({ event, picture }: ActorProps) {
  const name = `${event.actorName}${event.onBehalfName && `（代 ${event.onBehalfName}）`}`;
  return (
    <>
      {name}
      {picture && <img className={styles.signature} src={picture} alt={`${event.actorName}的手写签名`} />}
    </>
  );
}

const opinionColumns = (signatures: ProcessPaper['signatures']): PaperColumn<Event>[] => [
  { title: '环节', render: ({ nodeName }) => nodeName },
  { title: '办理人', render: (event) => <Actor event={event} picture={signatures[event.signature]} /> },
  { title: '办理', align: 'center', render: ({ action }) => labelOf(ACTIONS, action) },
  { title: '意见', width: '40%', render: saidIn },
  { title: '时间', align: 'center', render: ({ at }) => toMinute(at) },
];

/** What persons still have to do; nothing of the rules by which the way is found. */
const waitingOf = ({ path, process }: ProcessPaper): PathNode[] =>
  process.endedAt
    ? []
    : path.filter(({ type, state, force }) => type === NodeType.Task && state !== RunState.Completed && force);

const WAITING: readonly PaperColumn<PathNode>[] = [
  { title: '环节', render: ({ name }) => name },
  { title: '人员', width: '50%', render: ({ people }) => people.join('、') },
  { title: '情况', align: 'center', render: ({ predicted }) => (predicted ? '预计' : '办理中') },
];

/** 审批单: the document and the opinions about it on A4. */
export default function ProcessSheet({ paper, onClose }: { paper: ProcessPaper; onClose: () => void }) {
  const { process, signatures } = paper;
  const waiting = waitingOf(paper);
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        title="审批单"
        no={process.instanceNo}
        facts={[
          ['事　　项', process.label],
          ['状　　态', stateText(process)],
        ]}
        signs={[['经办人'], ['部门负责人'], ['分管领导'], ['日期']]}
      >
        <PaperPairs
          pairs={[
            ['单据', process.title],
            ['金额', process.amountFen === null ? '' : `${formatYuan(process.amountFen)} 元`],
            ['发起人', process.initiatorName],
            ['部门', process.deptName],
            ['发起时间', toMinute(process.startedAt)],
            ['办结时间', process.endedAt ? toMinute(process.endedAt) : ''],
          ]}
        />
        <ImpactOnPaper process={process} />
        <Contents process={process} />
        <h3>审批意见</h3>
        <PaperTable columns={opinionColumns(signatures)} rows={opinionsOf(process)} none="还没有意见" />
        {waiting.length > 0 && <h3>待办环节</h3>}
        {waiting.length > 0 && <PaperTable columns={WAITING} rows={waiting} />}
      </PaperFrame>
    </Paper>
  );
}
