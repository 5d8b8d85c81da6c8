import { CaretRightOutlined } from '@ant-design/icons';
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
  /** Rows of a tree: how deep they are, and how to open and close what lies below. */
  tree?: CardTree<Row>;
}

export interface CardTree<Row> {
  depthOf: (row: Row) => number;
  /** Undefined for leaves. */
  isOpen: (row: Row) => boolean | undefined;
  onToggle: (row: Row) => void;
}

const DEEPEST = 4;

const orDash = (value: React.ReactNode) => (value === 0 ? 0 : value || '—');

/** The button of a card that has cards below it. */
function CardOpen<Row>({ tree, row, name }: { tree: CardTree<Row>; row: Row; name: string }) {
  const open = tree.isOpen(row);
  if (open === undefined) return null;
  return (
    <button
      type="button"
      className="tree-open"
      aria-label={`${open ? '折叠' : '展开'} ${name}`}
      aria-expanded={open}
      onClick={() => tree.onToggle(row)}
    >
      <CaretRightOutlined rotate={open ? 90 : 0} aria-hidden />
    </button>
  );
}

/** The rows of a list on a phone. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, selectedKeys, onSelect, selectable, tree } = props;
  const titles = columns.filter((column) => column.card === 'title');
  const states = columns.filter((column) => column.card === 'state');
  const lines = columns.filter((column) => column.card === undefined);
  const toggle = (key: number, on: boolean) =>
    onSelect?.(on ? [...selectedKeys, key] : selectedKeys.filter((selected) => selected !== key));
  return (
    <ul className="card-list">
      {rows.map((row) => {
        const key = rowKey(row);
        const depth = tree?.depthOf(row) ?? 0;
        return (
          <li
            key={key}
            className={`${selectedKeys.includes(key) ? 'on' : ''} ${depth > 0 ? 'below' : ''}`}
            style={depth > 0 ? { marginLeft: Math.min(depth, DEEPEST) * 14 } : undefined}
          >
            <div className="card-list-head">
              {tree && <CardOpen tree={tree} row={row} name={rowName(row)} />}
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
              {depth > 0 && <span className="card-depth">{depth + 1} 级</span>}
            </div>
            <dl>
              {lines.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{orDash(column.render(row))}</dd>
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
