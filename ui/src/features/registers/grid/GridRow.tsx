import { memo } from 'react';
import type { RegisterField, RegisterRow } from '@/api/registers';
import { isNumber } from '../values';
import type { Changes, Frame } from './draft';
import { locked, storedText } from './draft';
import styles from './grid.module.css';

/** Sentences of cells that can't be saved, by code; '' for the row. */
export type RowProblems = ReadonlyMap<string, string>;

interface GridRowProps {
  frame: Frame;
  row: RegisterRow;
  at: number;
  changes: ReturnType<Changes['get']>;
  problems: RowProblems | undefined;
  /** First and last chosen column; undefined where none is. */
  left: number | undefined;
  right: number | undefined;
  /** Column of the cell one is at; undefined in other rows. */
  active: number | undefined;
  /** What stands in the cell one is at. */
  editor: React.ReactNode;
}

const alignment = (field: RegisterField) => (isNumber(field) && field.kind !== 'year' ? styles.right : '');

function Row({ frame, row, at, changes, problems, left, right, active, editor }: GridRowProps) {
  const whole = problems?.get('');
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" className={whole ? styles.wrong : ''} title={whole}>
        {row.no}
        {row.waitsIn !== undefined && <span className="tag">审批中</span>}
      </th>
      {frame.fields.map((field, column) => {
        const typed = changes?.get(field.code);
        const problem = problems?.get(field.code);
        const closed = locked(field, row);
        const chosen = left !== undefined && right !== undefined && column >= left && column <= right;
        const marks = [
          alignment(field),
          closed && styles.closed,
          typed && styles.changed,
          chosen && styles.chosen,
          problem && styles.wrong,
          active === column && styles.active,
        ];
        return (
          <td
            key={field.code}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
            role="gridcell"
            tabIndex={-1}
            data-row={at}
            data-column={column}
            aria-colindex={column + 2}
            aria-selected={chosen}
            aria-readonly={closed !== ''}
            {...(problem && { 'aria-invalid': true, title: problem })}
            className={marks.filter(Boolean).join(' ')}
          >
            <span className={styles.text}>{typed?.text ?? storedText(frame, field, row)}</span>
            {active === column && editor}
          </td>
        );
      })}
    </tr>
  );
}

/** A line of the grid; drawn again only when something of it changes. */
export const GridRow = memo(Row);
