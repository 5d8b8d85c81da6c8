import { look } from './look';
export type Mark = 'fill' | 'hatch' | 'rows' | 'grain' | 'columns' | 'line' | 'dash' | 'dots';

export interface LegendItem {
  name: string;
  /** A token of the look: `--due`. */
  token: string;
  mark?: Mark;
}

/** What the series of a drawing are called. */
export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={look.legend}>
      {items.map(({ name, token, mark = 'fill' }) => (
        <li key={name}>
          <i className={look[mark]} style={{ '--mark': `var(${token})` } as React.CSSProperties} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}
