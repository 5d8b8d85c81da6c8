import { CaretRightOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useState } from 'react';
import styles from './card-list.module.css';
import listStyles from './list.module.css';
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
      className={listStyles.treeOpen}
      aria-label={`${open ? '折叠' : '展开'} ${name}`}
      aria-expanded={open}
      onClick={() => tree.onToggle(row)}
    >
      <CaretRightOutlined rotate={open ? 90 : 0} aria-hidden />
    </button>
  );
}

/** Facts that a card shows at once when its list does not say which decide. */
const FACTS = 4;

/** Where the columns stand on a card: head, what decides, and what opens on a press. */
export function placesOf<Row>(columns: readonly ListColumn<Row>[]) {
  const named = columns.filter(({ onCard }) => onCard === 'title');
  const numbers = columns.filter(({ card, onCard }) => card === 'title' && onCard === undefined);
  const lines = columns.filter(({ card, onCard }) => onCard === undefined && card === undefined);
  const chosen = columns.filter(({ onCard }) => onCard === 'fact');
  const rest = columns.filter(({ onCard }) => onCard === 'rest');
  return {
    titles: named.length > 0 ? named : numbers,
    states: columns.filter(({ card, onCard }) => card === 'state' && onCard === undefined),
    facts: chosen.length > 0 ? chosen : lines.slice(0, FACTS),
    // a number that is not the title is still a way to find the record
    rest: [...(named.length > 0 ? numbers : []), ...(chosen.length > 0 ? lines : lines.slice(FACTS)), ...rest],
  };
}

interface LinesProps<Row> {
  row: Row;
  columns: readonly ListColumn<Row>[];
  className?: string;
}

function Lines<Row>({ row, columns, className }: LinesProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <dl className={className}>
      {columns.map((column) => (
        <div key={column.key} className={column.wide ? styles.wide : undefined}>
          <dt>{column.title}</dt>
          <dd>{orDash(column.render(row))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows of a list on a phone. The first card shows its actions, the others on a press. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, selectedKeys, onSelect, selectable, tree } = props;
  const [opened, setOpened] = useState<readonly number[]>([]);
  const { titles, states, facts, rest } = placesOf(columns);
  const toggle = (key: number, on: boolean) =>
    onSelect?.(on ? [...selectedKeys, key] : selectedKeys.filter((selected) => selected !== key));
  return (
    <ul className={styles.cardList}>
      {rows.map((row, place) => {
        const key = rowKey(row);
        const depth = tree?.depthOf(row) ?? 0;
        const open = opened.includes(key);
        const turn = () => setOpened(open ? opened.filter((one) => one !== key) : [...opened, key]);
        return (
          <li
            key={key}
            className={`${selectedKeys.includes(key) ? styles.on : ''} ${depth > 0 ? styles.below : ''}`}
            style={depth > 0 ? { marginLeft: Math.min(depth, DEEPEST) * 14 } : undefined}
          >
            <div className={styles.cardListHead}>
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
              {depth > 0 && <span className={styles.cardDepth}>{depth + 1} 级</span>}
              <button
                type="button"
                className={styles.cardOpen}
                aria-expanded={open}
                aria-label={`${open ? '收起' : '展开'} ${rowName(row)} 的全部内容`}
                onClick={turn}
              >
                {open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              </button>
            </div>
            <Lines row={row} columns={facts} />
            {open && <Lines row={row} columns={rest} className={styles.cardRest} />}
            {(open || place === 0) && <RowActions row={row} actions={actions} name={rowName(row)} />}
          </li>
        );
      })}
    </ul>
  );
}
