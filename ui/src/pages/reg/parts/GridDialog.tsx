import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import {
  type CellProblem,
  fieldsOf,
  type RegisterMeta,
  type RegisterRow,
  registerRows,
  saveCells,
} from '@/api/registers';
import { WAITS } from '@/features/approvals/way';
import { entriesOf } from '@/features/registers/columns';
import {
  type Changes,
  counted,
  type Draft,
  EMPTY,
  isShown,
  rebased,
  redone,
  sent,
  undone,
} from '@/features/registers/grid/draft';
import type { RowProblems } from '@/features/registers/grid/GridRow';
import { GridTable } from '@/features/registers/grid/GridTable';
import styles from '@/features/registers/grid/grid.module.css';
import { type Choice, only } from '@/features/registers/grid/range';
import { toQuery } from '@/features/registers/queries';
import type { Params } from '@/lib/params';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { useMutation } from '@/lib/useMutation';
import { useFormSource } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';

/** Rows that are added at once, and that a grid holds at most: those of one saving. */
const PAGE = 100;
const MOST = 500;

interface Loadable {
  rows: readonly RegisterRow[];
  total: number;
}

interface GridDialogProps {
  meta: RegisterMeta;
  /** The filter and order of the list; chosen rows by their numbers. */
  asked: Params;
  onClose: () => void;
}

const problemsById = (problems: readonly CellProblem[]): ReadonlyMap<number, RowProblems> => {
  const byId = new Map<number, Map<string, string>>();
  for (const { id, field, message } of problems) byId.set(id, new Map(byId.get(id)).set(field, message));
  return byId;
};

/** Problems of cells that are changed as they were when they were told. */
const standing = (problems: readonly CellProblem[], told: Changes, now: Changes) =>
  problems.filter(({ id, field }) =>
    field === '' ? now.has(id) : told.get(id)?.get(field)?.text === now.get(id)?.get(field)?.text,
  );

function useGrid({ meta, asked, onClose }: GridDialogProps, first: Loadable) {
  const { message } = App.useApp();
  const fields = useMemo(() => fieldsOf(meta).filter(isShown), [meta]);
  const frame = useMemo(() => ({ fields, entriesOf: entriesOf(meta) }), [meta, fields]);
  const [{ rows, total }, setLoaded] = useState(first);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [told, setTold] = useState<{ problems: readonly CellProblem[]; of: Changes }>({ problems: [], of: new Map() });
  const [choice, setChoice] = useState<Choice>(only({ row: 0, column: 0 }));
  const token = useFormToken();
  const { list } = registerRows(meta.code);
  const problems = standing(told.problems, told.of, draft.changes);

  const adding = useMutation({
    mutationFn: () => list({ ...asked, pageNum: Math.floor(rows.length / PAGE) + 1, pageSize: PAGE }),
    onSuccess: (more) => {
      const known = new Set(rows.map(({ id }) => id));
      setLoaded({ rows: [...rows, ...more.rows.filter(({ id }) => !known.has(id))], total: more.total });
    },
  });
  /** The same rows as they are now; what is typed stays where they still are. */
  const reading = useMutation({
    mutationFn: (_after: 'saved' | 'stale') =>
      list({ ids: rows.map(({ id }) => id).join(','), pageNum: 1, pageSize: MOST }),
    onSuccess: (answer, after) => {
      const now = new Map(answer.rows.map((row) => [row.id, row]));
      const left = rows.flatMap(({ id }) => now.get(id) ?? []);
      if (left.length < rows.length) void message.warning(`${rows.length - left.length} 行已不存在`);
      setLoaded({ rows: left, total });
      setDraft(after === 'saved' ? EMPTY : rebased(draft.changes, frame, left));
      setTold({ problems: [], of: new Map() });
      setChoice(({ at }) => only({ ...at, row: Math.min(at.row, Math.max(left.length - 1, 0)) }));
    },
  });
  const saving = useMutation({
    mutationFn: () => token.send(() => saveCells(meta.code, sent(draft.changes, rows))),
    onSuccess: (answer) => {
      setTold({ problems: answer.problems, of: draft.changes });
      if (answer.problems.length > 0) return;
      void message.success(answer.instanceIds.length > 0 ? WAITS : `已保存 ${answer.changed} 行`);
      reading.mutate('saved');
    },
  });
  const { rows: changedRows, cells } = counted(draft.changes);
  useUnsaved(cells > 0);
  const busy = saving.isPending || reading.isPending;
  return {
    ...{ frame, rows, total, draft, problems, choice, setChoice, busy, adding, reading, saving, changedRows, cells },
    say: (sentence: string) => void message.info(sentence),
    change: (next: Draft) => {
      if (saving.error) saving.reset();
      setDraft(next);
    },
    save: () => {
      if (cells > 0 && !busy) saving.mutate();
    },
    /** Shows the cell of a problem. */
    show: ({ id, field }: CellProblem) => {
      const row = rows.findIndex((one) => one.id === id);
      const column = fields.findIndex(({ code }) => code === field);
      if (row >= 0) setChoice(only({ row, column: Math.max(column, 0) }));
    },
    close: onClose,
  };
}

/** Why cells can't be saved, each leading to its cell. */
function Problems({ grid }: { grid: ReturnType<typeof useGrid> }) {
  const { problems, rows, frame, reading } = grid;
  const known = problems.filter(({ id }) => rows.some((row) => row.id === id));
  if (known.length === 0) return null;
  const place = ({ id, field }: CellProblem) => {
    const label = frame.fields.find(({ code }) => code === field)?.label;
    return `第 ${rows.find((row) => row.id === id)?.no} 行${label ? ` ${label}` : ''}`;
  };
  return (
    <div role="alert">
      <div className={styles.line}>
        <strong>{`没有保存：${known.length} 处需要修改`}</strong>
        {known.some(({ isStale }) => isStale) && (
          <Button size="small" loading={reading.isPending} onClick={() => reading.mutate('stale')}>
            载入最新内容（保留已填写的修改）
          </Button>
        )}
      </div>
      <ul className={styles.problems}>
        {known.map((problem) => (
          <li key={`${problem.id}/${problem.field}`}>
            <button type="button" className="link" onClick={() => grid.show(problem)}>
              {place(problem)}
            </button>
            {` ${problem.message}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

const HELP =
  'F2 或双击修改，直接输入覆盖；Ctrl+C、Ctrl+V 与 Excel 互相复制，粘贴到选中的区域；Ctrl+D 向下填充；Delete 清空；Ctrl+Z 撤销；Ctrl+S 保存';

function Grid(props: GridDialogProps & { first: Loadable }) {
  const { meta, first } = props;
  const grid = useGrid(props, first);
  const { modal } = App.useApp();
  const { rows, total, draft, cells, changedRows, busy, adding } = grid;
  const leave = () => {
    if (cells === 0) return grid.close();
    modal.confirm({
      ...{ title: UNSAVED_TITLE, content: UNSAVED_TEXT, okText: '放弃', cancelText: '继续填写', centered: true },
      onOk: grid.close,
    });
  };
  const held = Math.min(total, MOST);
  return (
    <Modal
      open
      centered
      title={`表格编辑：${meta.name}`}
      width="calc(100vw - 48px)"
      keyboard={false}
      mask={{ closable: false }}
      onCancel={leave}
      footer={
        <div className={styles.line}>
          <span className={styles.grow} aria-live="polite">
            {cells > 0 ? `已修改 ${changedRows} 行 ${cells} 个单元格，尚未保存` : '没有未保存的修改'}
          </span>
          <Button disabled={draft.past.length === 0 || busy} onClick={() => grid.change(undone(draft))}>
            撤销
          </Button>
          <Button disabled={draft.future.length === 0 || busy} onClick={() => grid.change(redone(draft))}>
            重做
          </Button>
          <Button onClick={leave}>关闭</Button>
          <Button type="primary" loading={busy} disabled={cells === 0} onClick={grid.save}>
            保存
          </Button>
        </div>
      }
    >
      <div className={styles.dialog}>
        <div className={styles.line}>
          <span className="t2">{HELP}</span>
        </div>
        <GridTable
          label={meta.name}
          frame={grid.frame}
          rows={rows}
          draft={draft}
          onDraft={grid.change}
          problems={problemsById(grid.problems)}
          choice={grid.choice}
          onChoice={grid.setChoice}
          onSay={grid.say}
          onSave={grid.save}
          busy={busy}
        />
        <div className={styles.line}>
          <span className="t2">
            {`共 ${total} 行，已载入 ${rows.length} 行${total > MOST ? `；一次最多编辑 ${MOST} 行，请先筛选` : ''}`}
          </span>
          {rows.length < held && (
            <Button size="small" loading={adding.isPending} onClick={() => adding.mutate()}>
              继续载入
            </Button>
          )}
        </div>
        <Problems grid={grid} />
        <Refusal error={grid.saving.error ?? grid.reading.error ?? adding.error} />
      </div>
    </Modal>
  );
}

/** 表格编辑: the rows of the list's filter, or the chosen ones, as a grid; what is typed is saved at once. */
export default function GridDialog(props: GridDialogProps) {
  const { meta, asked, onClose } = props;
  const source = useFormSource(['grid', meta.code], () =>
    registerRows(meta.code).list({ ...toQuery(fieldsOf(meta), asked), pageNum: 1, pageSize: PAGE }),
  );
  if (source.data && source.data.rows.length > 0) {
    return <Grid {...props} asked={toQuery(fieldsOf(meta), asked)} first={source.data} />;
  }
  return (
    <Modal open centered title={`表格编辑：${meta.name}`} width={640} footer={null} onCancel={onClose}>
      <Loaded source={source} title="数据加载失败">
        {() => <EmptyState kind="empty" title="没有可以编辑的行" text="请先新增或导入数据，或修改查询条件" />}
      </Loaded>
    </Modal>
  );
}
