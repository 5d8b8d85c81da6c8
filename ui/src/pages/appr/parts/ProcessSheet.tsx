import type { PathNode, Process, ProcessPaper } from '@/api/approvals';
import { NodeType } from '@/api/generated/enums';
import type { ProcessField } from '@/features/approvals/FieldValue';
import { ACTIONS, stateText } from '@/features/approvals/labels';
import { labelOf } from '@/features/business/labels';
import { Paper } from '@/features/print/Paper';
import styles from '@/features/print/print.module.css';
import { SafeHtml } from '@/features/RichText/SafeHtml';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { cell, contentsOf } from './contents';
import { partsOf, worthOf } from './Impact';

/** Rows of a table that go on paper. */
const MOST = 500;

type Pair = readonly [name: string, value: React.ReactNode];

/** Names and values, two pairs a line; what is empty is left out. */
function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  const told = pairs.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const lines = told.filter((_, place) => place % 2 === 0).map((left, place) => [left, told[place * 2 + 1]] as const);
  return (
    <table>
      <tbody>
        {lines.map(([left, right]) => (
          <tr key={left[0]}>
            <th scope="row">{left[0]}</th>
            <td colSpan={right ? 1 : 3}>{left[1]}</td>
            {right && <th scope="row">{right[0]}</th>}
            {right && <td>{right[1]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GridProps {
  heads: readonly string[];
  rows: readonly (readonly React.ReactNode[])[];
}

/** A table; its head stands on every sheet. */
function Grid({ heads, rows }: GridProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>序号</th>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper doesn't move
          <tr key={place}>
            <td>{place + 1}</td>
            {row.map((value, column) => (
              <td key={heads[column]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Long({ field, value }: { field: ProcessField; value: unknown }) {
  if (field.kind === 'html') return <SafeHtml html={typeof value === 'string' ? value : ''} />;
  return <>{Array.isArray(value) ? `共 ${value.length} 个文件` : ''}</>;
}

function Contents({ process }: { process: Process }) {
  const { facts, tables, long } = contentsOf(process);
  return (
    <>
      <h3>单据内容</h3>
      <Pairs pairs={facts} />
      {tables.map(({ table, columns, rows }) => (
        <section key={table.path}>
          <h3>
            {table.title}（{rows.length}）
          </h3>
          <Grid
            heads={columns.map(({ title }) => title)}
            rows={rows.slice(0, MOST).map((row) => columns.map((column) => cell(table, column, row)))}
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
      <Pairs pairs={pairs} />
    </>
  );
}

interface ActorProps {
  event: Process['history'][number];
  /** His signature, as an address that holds it. */
  picture: string | undefined;
}

function Actor({ event, picture }: ActorProps) {
  const name = `${event.actorName || '系统'}${event.onBehalfName && `（代 ${event.onBehalfName}）`}`;
  return (
    <>
      {name}
      {picture && <img className={styles.signature} src={picture} alt={`${event.actorName}的手写签名`} />}
    </>
  );
}

const opinionsOf = ({ process, signatures }: ProcessPaper) =>
  process.history.map((event) => [
    event.nodeName,
    <Actor key="actor" event={event} picture={signatures[event.signature]} />,
    labelOf(ACTIONS, event.action),
    [
      event.comment,
      event.minutes && `会议纪要 ${event.minutes.minutesNo}，${event.minutes.heldOn} 召开`,
      event.note,
      ...event.changes.map(({ title, before, after }) => `${title}：${before} → ${after}`),
    ]
      .filter(Boolean)
      .join('；'),
    toMinute(event.at),
  ]);

/** What a node came to: the branch of a choice with what it saw, else how it ended. */
const outcomeOf = ({ type, branch, trace, endLabel, predicted }: PathNode) =>
  type === NodeType.Choice
    ? [branch, ...trace.map(([name, value]) => `${name} ${value}`)].filter(Boolean).join('，')
    : endLabel || (predicted ? '预计' : '办理中');

const stepsOf = ({ path, process }: ProcessPaper) =>
  path.map((node) => [
    node.name,
    node.type === NodeType.Begin ? process.initiatorName : node.people.join('、'),
    outcomeOf(node),
    node.at ? toMinute(node.at) : '',
  ]);

/** 审批单: the document, the opinions and the path of a process on A4. */
export default function ProcessSheet({ paper, onDone }: { paper: ProcessPaper; onDone: () => void }) {
  const { process, printedBy, printedAt } = paper;
  return (
    <Paper className={styles.sheet} onDone={onDone}>
      <h2>审批单</h2>
      <p>
        <span>流程编号 {process.instanceNo}</span>
        <span>
          {process.label} 第 {process.definitionVersion} 版
        </span>
        <span>
          {printedBy} 打印于 {toMinute(printedAt)}
        </span>
      </p>
      <Pairs
        pairs={[
          ['单据', process.title],
          ['状态', stateText(process)],
          ['发起', `${process.initiatorName} ${process.deptName}`],
          ['发起时间', toMinute(process.startedAt)],
          ['金额', process.amountFen === null ? '' : `${formatYuan(process.amountFen)} 元`],
          ['办结时间', process.endedAt ? toMinute(process.endedAt) : ''],
        ]}
      />
      <ImpactOnPaper process={process} />
      <Contents process={process} />
      <h3>审批意见</h3>
      <Grid heads={['环节', '办理人', '办理', '意见', '时间']} rows={opinionsOf(paper)} />
      <h3>流程路径</h3>
      <Grid heads={['环节', '人员', '结果', '时间']} rows={stepsOf(paper)} />
    </Paper>
  );
}
