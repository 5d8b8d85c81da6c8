/** Where one is in a grid, and what is chosen around it. Places count from 0. */

export interface Place {
  row: number;
  column: number;
}

export interface Size {
  rows: number;
  columns: number;
}

/** The chosen cells: from where the choice began to where one is. */
export interface Choice {
  from: Place;
  at: Place;
}

export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export const rangeOf = ({ from, at }: Choice): Range => ({
  top: Math.min(from.row, at.row),
  left: Math.min(from.column, at.column),
  bottom: Math.max(from.row, at.row),
  right: Math.max(from.column, at.column),
});

export const only = (at: Place): Choice => ({ from: at, at });

const within = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));

export const clamp = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: within(row, rows),
  column: within(column, columns),
});

/** Rows that a page key passes. */
const PAGE = 15;

/** Where a key leads; undefined for one that leads nowhere. */
export function moved(at: Place, key: string, ctrl: boolean, size: Size): Place | undefined {
  const by = (row: number, column: number) => clamp({ row: at.row + row, column: at.column + column }, size);
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return ctrl ? { ...at, row: 0 } : by(-1, 0);
    case 'ArrowDown':
      return ctrl ? { ...at, row: last.row } : by(1, 0);
    case 'ArrowLeft':
      return ctrl ? { ...at, column: 0 } : by(0, -1);
    case 'ArrowRight':
      return ctrl ? { ...at, column: last.column } : by(0, 1);
    case 'PageUp':
      return by(-PAGE, 0);
    case 'PageDown':
      return by(PAGE, 0);
    case 'Home':
      return { row: ctrl ? 0 : at.row, column: 0 };
    case 'End':
      return { row: ctrl ? last.row : at.row, column: last.column };
    default:
      return undefined;
  }
}

/** The next cell in reading order, or the one before; undefined behind the last. */
export function next({ row, column }: Place, back: boolean, { rows, columns }: Size): Place | undefined {
  const at = row * columns + column + (back ? -1 : 1);
  return at < 0 || at >= rows * columns ? undefined : { row: Math.floor(at / columns), column: at % columns };
}

/** Each place of a range, by rows. */
export function* places({ top, left, bottom, right }: Range): Generator<Place> {
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) yield { row, column };
}
