import styles from './paper.module.css';

export interface PaperColumn<Row> {
  title: string;
  align?: 'right' | 'center';
  /** In a unit of CSS; left out = as wide as it has to be. */
  width?: string;
  render: (row: Row, place: number) => React.ReactNode;
}

interface PaperTableProps<Row> {
  columns: readonly PaperColumn<Row>[];
  rows: readonly Row[];
  /** A first column that counts the rows. */
  numbered?: boolean;
  /** Said instead of no rows. */
  none?: string;
  /** What the columns add up to, one for each; '' where nothing is added. */
  totals?: readonly React.ReactNode[] | null;
  /** Lines below the rows: a name over all columns but the last, and a figure in that. */
  after?: readonly (readonly [name: React.ReactNode, figure: React.ReactNode])[];
}

const CLASS_OF = { right: styles.num, center: styles.mid } as const;
const classOf = (align: 'right' | 'center' | undefined) => (align ? CLASS_OF[align] : undefined);

interface TotalsProps<Row> {
  columns: readonly PaperColumn<Row>[];
  totals: readonly React.ReactNode[];
}

/** The sums, beside their name, which takes the columns before the first one. */
function Totals<Row>({ columns, totals }: TotalsProps<Row>) {
  const first = totals.findIndex((one) => one !== '');
  const span = first < 0 ? totals.length : first;
  return (
    <tr className={styles.total}>
      {span > 0 && (
        <td colSpan={span} className={styles.mid}>
          合计
        </td>
      )}
      {totals.slice(span).map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paper doesn't move
        <td key={place} className={classOf(columns[place + span]?.align)}>
          {one}
        </td>
      ))}
    </tr>
  );
}

const counter = {
  title: '序号',
  align: 'center',
  width: '3em',
  render: (_row: unknown, place: number) => place + 1,
} as const;

/** A ruled table on paper; its head stands on every sheet. */
export function PaperTable<Row>(props: PaperTableProps<Row>) {
  const { columns, rows, numbered = false, none = '无', totals, after = [] } = props;
  const shown: readonly PaperColumn<Row>[] = numbered ? [counter, ...columns] : columns;
  return (
    <table>
      <thead>
        <tr>
          {shown.map(({ title, width }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <th key={column} style={width ? { width } : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper doesn't move
          <tr key={place}>
            {shown.map(({ align, render }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={column} className={classOf(align)}>
                {render(row, place)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={shown.length} className={styles.mid}>
              {none}
            </td>
          </tr>
        )}
        {totals && rows.length > 0 && <Totals columns={shown} totals={numbered ? ['', ...totals] : totals} />}
        {after.map(([name, figure], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={place}>
            <td colSpan={shown.length - 1}>{name}</td>
            <td className={styles.num}>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
