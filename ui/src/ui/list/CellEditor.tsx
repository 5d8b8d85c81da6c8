/**
 * A cell that is changed where it stands (people.md 5): a double click or F2 opens it, Enter or a press elsewhere saves it, Esc
 * gives it back. One for the whole table, over the cell; a refusal stands below it and what was typed stays.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { textOf } from '@/api/errors';
import { useMutation } from '@/lib/useMutation';
import { useDone } from '../useDone';
import styles from './table.module.css';
import type { ListColumn } from './types';

interface CellEditorProps<Row> {
  /** The table's own scrolling box. */
  box: React.RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  columns: readonly ListColumn<Row>[];
}

const CELL = 'td[data-edit]';

/** The cell that is meant: the one under the pointer or the focus, the first of a row that has the focus. */
function cellOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>(CELL) ?? (target.matches('tr') ? target.querySelector<HTMLElement>(CELL) : null);
}

/** Which cell is open. */
function useOpenCell(ref: React.RefObject<HTMLDivElement | null>) {
  const [cell, setCell] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const open = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'F2') return;
      const found = cellOf(event.target);
      if (!found || (event.target as Element).closest('input')) return;
      event.preventDefault();
      setCell(found);
    };
    box.addEventListener('dblclick', open);
    box.addEventListener('keydown', open);
    return () => {
      box.removeEventListener('dblclick', open);
      box.removeEventListener('keydown', open);
    };
  }, [ref]);
  return { cell, setCell };
}

interface FieldProps<Row> {
  cell: HTMLElement;
  box: HTMLElement;
  row: Row;
  column: ListColumn<Row>;
  onClose: () => void;
}

function Field<Row>({ cell, box, row, column, onClose }: FieldProps<Row>) {
  const edit = column.edit;
  const input = useRef<HTMLInputElement>(null);
  const was = edit?.value(row) ?? '';
  const [text, setText] = useState(was);
  const [complaint, setComplaint] = useState('');
  const done = useDone();
  const saving = useMutation({
    mutationFn: (next: string) => edit?.save(row, next, was) ?? Promise.resolve(),
    onSuccess: (_answer, next) => {
      done({
        text: `${column.title}已改为“${next}”`,
        undo: () => (edit?.save(row, was, next) ?? Promise.resolve()).then(() => `${column.title}已恢复为“${was}”`),
      });
      leave();
    },
    onError: (error) => setComplaint(textOf(error)),
  });
  // the field loses the focus as it goes, which is no wish to save
  const gone = useRef(false);
  const leave = () => {
    gone.current = true;
    onClose();
    cell.closest<HTMLElement>('tr')?.focus({ preventScroll: true });
  };
  const save = () => {
    if (saving.isPending || gone.current) return;
    const next = text.trim();
    if (next === was.trim()) return leave();
    const wrong = edit?.complaint?.(next) ?? '';
    setComplaint(wrong);
    if (!wrong) saving.mutate(next);
  };
  useLayoutEffect(() => input.current?.select(), []);
  const [frame, own] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
  return (
    <div
      className={styles.cellEditor}
      style={{
        top: own.top - frame.top + box.scrollTop,
        left: own.left - frame.left + box.scrollLeft,
        width: Math.max(own.width, 160),
        minHeight: own.height,
      }}
    >
      <input
        ref={input}
        aria-label={column.title}
        aria-invalid={complaint !== ''}
        maxLength={edit?.maxLength}
        value={text}
        readOnly={saving.isPending}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setComplaint('');
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent?.isComposing) return;
          if (event.key === 'Enter') save();
          else if (event.key === 'Escape' && !saving.isPending) leave();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => complaint === '' && save()}
      />
      {complaint && <p role="alert">{complaint}</p>}
    </div>
  );
}

export function CellEditor<Row>({ box, rows, rowKey, columns }: CellEditorProps<Row>) {
  const { cell, setCell } = useOpenCell(box);
  const [id = '', key = ''] = (cell?.dataset.edit ?? '').split('/');
  const row = rows.find((one) => rowKey(one) === Number(id));
  const column = columns.find((one) => one.key === key);
  if (!cell?.isConnected || !box.current || !row || !column?.edit) return null;
  return (
    <Field key={`${id}/${key}`} cell={cell} box={box.current} row={row} column={column} onClose={() => setCell(null)} />
  );
}
