/** Rows of a register as a grid that is worked like a spreadsheet (useGridInput.ts). */
import { headOf } from '../values';
import { widthOf } from '../widths';
import { CellPicker } from './CellPicker';
import { heldIn } from './draft';
import { GridRow, type RowProblems } from './GridRow';
import styles from './grid.module.css';
import { type GridInput, useGridInput } from './useGridInput';

interface GridTableProps extends GridInput {
  /** Name for those who don't see it. */
  label: string;
  problems: ReadonlyMap<number, RowProblems>;
}

const NUMBER_WIDTH = 72;

/** What is chosen in begins with the focus. */
function focusFirst(picker: HTMLDivElement | null) {
  if (picker && !picker.contains(document.activeElement)) picker.querySelector('input')?.focus();
}

export function GridTable({ label, problems, ...input }: GridTableProps) {
  const { frame, rows, draft, choice } = input;
  const { doing, stop, put, field, row, range, box, table, surface, typed } = useGridInput(input);
  const name = field && row ? `第 ${row.no} 行 ${field.label}` : '';
  const editor =
    doing?.kind === 'pick' && field && row ? (
      // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside
      <div
        className={styles.picker}
        ref={focusFirst}
        onKeyDown={(event) => {
          if (event.key === 'Escape') stop();
        }}
      >
        <CellPicker
          field={field}
          entries={frame.entriesOf(field)}
          value={heldIn(frame, draft.changes, field, row).value}
          label={name}
          onPick={put}
          onClose={stop}
        />
      </div>
    ) : (
      <textarea
        ref={box}
        className={doing ? styles.box : styles.still}
        aria-label={name}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        {...typed}
      />
    );
  return (
    <div className={styles.frame}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is worked by keys is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable
        style={{ width: NUMBER_WIDTH + frame.fields.reduce((sum, one) => sum + widthOf(one), 0) }}
        {...surface}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {frame.fields.map((one) => (
            <col key={one.code} style={{ width: widthOf(one) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">行号</th>
            {frame.fields.map((one) => (
              <th key={one.code} scope="col" title={headOf(one)}>
                {headOf(one)}
                {one.required && !one.formula && <span className={styles.required}> *</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, line) => {
            const inside = line >= range.top && line <= range.bottom;
            const isHere = line === choice.at.row;
            return (
              <GridRow
                key={one.id}
                frame={frame}
                row={one}
                at={line}
                changes={draft.changes.get(one.id)}
                problems={problems.get(one.id)}
                left={inside ? range.left : undefined}
                right={inside ? range.right : undefined}
                active={isHere ? choice.at.column : undefined}
                editor={isHere ? editor : null}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
