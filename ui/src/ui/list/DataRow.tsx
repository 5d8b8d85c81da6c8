/**
 * One row of a list. It is drawn again only when something of its own changes: a list asks again whenever its tab is
 * shown and whenever anything was written, and twenty rows with their links and menus were most of what that cost.
 */
import { CaretRightOutlined } from '@ant-design/icons';
import { memo, useEffect, useRef } from 'react';
import { orDash } from '../orDash';
import listStyles from './list.module.css';
import { RowActions } from './RowActions';
import styles from './table.module.css';
import type { ListColumn, RowAction } from './types';

const INDENT = 20;

interface BoxProps {
  label: string;
  checked: boolean;
  some?: boolean;
  disabled?: boolean;
  /** `ranged`: Shift was held. */
  onChange: (on: boolean, ranged: boolean) => void;
}

/** A box to tick; «some» shows that a part is ticked. */
export function Box({ label, checked, some = false, disabled = false, onChange }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // the click comes before the change, which itself tells of no keys
  const ranged = useRef(false);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    // the label is as large as what a pointer needs
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        title={label}
        checked={checked}
        disabled={disabled}
        onClick={({ shiftKey }) => {
          ranged.current = shiftKey;
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked, ranged.current)}
      />
    </label>
  );
}

interface OpenButtonProps {
  name: string;
  open: boolean;
  leaf: boolean;
  onToggle: () => void;
}

/** Opens and closes a row of a tree; leaves keep its room, so that names of one level stand in line. */
function OpenButton({ name, open, leaf, onToggle }: OpenButtonProps) {
  if (leaf) return <span className={listStyles.treeOpen} />;
  return (
    <button
      type="button"
      className={listStyles.treeOpen}
      aria-label={`${open ? '折叠' : '展开'} ${name}`}
      aria-expanded={open}
      onClick={onToggle}
    >
      <CaretRightOutlined rotate={open ? 90 : 0} aria-hidden />
    </button>
  );
}

/** What a row asks its table to do; always the same object. */
export interface RowHandlers<Row> {
  /** The actions as the page declares them now. */
  actions: () => readonly RowAction<Row>[];
  tick: (row: Row, on: boolean, range: boolean) => void;
  toggle: (row: Row) => void;
}

/** All that a row shows of its actions: which there are, how they are called, why one is withheld. */
export function offerOf<Row>(actions: readonly RowAction<Row>[], row: Row): string {
  return actions
    .filter(({ show }) => show?.(row) ?? true)
    .map(({ key, label, permission, withheld }) => [key, label, permission, withheld?.(row) ?? ''].join('|'))
    .join();
}

interface DataRowProps<Row> {
  row: Row;
  id: number;
  name: string;
  columns: readonly ListColumn<Row>[];
  /** What the actions say of this row ({@link offerOf}); a page declares them again whenever it opens a dialog. */
  offer: string;
  /** Whether the table has a column of actions, which a row without one leaves empty. */
  withActions: boolean;
  on: boolean;
  /** Left out = the table has no boxes. */
  selectable: boolean | undefined;
  muted: boolean;
  /** Cells that can be filtered by have a menu (CellMenu.tsx), which finds them by what is written here. */
  menus?: boolean;
  /** Keys of the columns that the person may change in their cells (CellEditor.tsx). */
  editable?: ReadonlySet<string> | undefined;
  /** Left out = the table is no tree. */
  branch: 'open' | 'shut' | 'leaf' | undefined;
  depth: number;
  handlers: RowHandlers<Row>;
  /** Classes and events such as those of dragging. */
  extras?: React.HTMLAttributes<HTMLTableRowElement>;
}

function Row<Data extends object>(props: DataRowProps<Data>) {
  const { row, id, name, menus = false, columns, withActions, on, selectable, muted, branch, depth, handlers } = props;
  const { className = '', ...extras } = props.extras ?? {};
  return (
    <tr
      {...extras}
      tabIndex={-1}
      className={`data-row ${className} ${muted ? styles.muted : ''} ${on ? styles.on : ''}`}
    >
      {selectable !== undefined && (
        <td className={styles.check}>
          <Box
            label={`选择 ${name}`}
            checked={on}
            disabled={!selectable}
            onChange={(ticked, ranged) => handlers.tick(row, ticked, ranged)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={`${column.className ?? ''} ${column.align ? styles[column.align] : ''}`}
          {...(menus && column.filter && { 'data-cell': `${id}/${column.key}` })}
          {...(props.editable?.has(column.key) && { 'data-edit': `${id}/${column.key}` })}
        >
          {branch && index === 0 && (
            <>
              {depth > 0 && <span className={styles.treeIndent} style={{ width: depth * INDENT }} />}
              <OpenButton
                name={name}
                open={branch === 'open'}
                leaf={branch === 'leaf'}
                onToggle={() => handlers.toggle(row)}
              />
            </>
          )}
          {orDash(column.render(row))}
        </td>
      ))}
      {withActions && (
        <td className={styles.actions}>
          <RowActions row={row} actions={handlers.actions()} name={name} />
        </td>
      )}
    </tr>
  );
}

export const DataRow = memo(Row) as typeof Row;
