import { Checkbox } from 'antd';
import { RowActions } from './RowActions';
import type { ListColumn, RowAction } from './types';

interface CardListProps<Row> {
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  actions: readonly RowAction<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  selectedKeys: readonly number[];
  onSelect: ((keys: number[]) => void) | undefined;
  selectable: (row: Row) => boolean;
}

/** The rows of a list on a phone. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, selectedKeys, onSelect, selectable } = props;
  const titles = columns.filter((column) => column.card === 'title');
  const states = columns.filter((column) => column.card === 'state');
  const lines = columns.filter((column) => column.card === undefined);
  const toggle = (key: number, on: boolean) =>
    onSelect?.(on ? [...selectedKeys, key] : selectedKeys.filter((selected) => selected !== key));
  return (
    <ul className="card-list">
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={selectedKeys.includes(key) ? 'on' : ''}>
            <div className="card-list-head">
              {onSelect && (
                <Checkbox
                  aria-label={`选择 ${rowName(row)}`}
                  checked={selectedKeys.includes(key)}
                  disabled={!selectable(row)}
                  onChange={(event) => toggle(key, event.target.checked)}
                />
              )}
              <strong>
                {titles.map((column) => (
                  <span key={column.key}>{column.render(row)}</span>
                ))}
              </strong>
              {states.map((column) => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
            </div>
            <dl>
              {lines.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{column.render(row) || '—'}</dd>
                </div>
              ))}
            </dl>
            <RowActions row={row} actions={actions} name={rowName(row)} />
          </li>
        );
      })}
    </ul>
  );
}
