import { CaretRightOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useCan } from '../Can';
import { orDash } from '../orDash';
import styles from './card-list.module.css';
import listStyles from './list.module.css';
import { allowedFor, MoreMenu } from './RowActions';
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
}

function Lines<Row>({ row, columns }: LinesProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.key} className={column.wide ? styles.wide : undefined}>
          <dt>{column.title}</dt>
          <dd>{orDash(column.render(row))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts of the line under the title; more than these nobody reads in passing. */
const IN_LINE = 3;

/** One line under the title: what a figure or a day means is said, a name speaks for itself. */
function Line<Row>({ row, columns }: { row: Row; columns: readonly ListColumn<Row>[] }) {
  const told = columns.map((column) => [column, column.render(row)] as const);
  return (
    <p className={styles.line}>
      {told.map(
        ([{ key, title, align, keep }, value]) =>
          (value || value === 0) && (
            <span key={key}>
              {(align || keep) && <i>{title} </i>}
              {value}
            </span>
          ),
      )}
    </p>
  );
}

interface CardMenuProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  name: string;
  open: boolean;
  turn: () => void;
}

/** «···»: everything that can be done with a row, and all that is known of it. */
function CardMenu<Row>({ row, actions, name, open, turn }: CardMenuProps<Row>) {
  const can = useCan();
  const whole = { key: 'whole', label: open ? '收起内容' : '全部内容', permission: '', run: turn };
  return <MoreMenu row={row} name={name} actions={[...allowedFor(actions, row, can), whole]} />;
}

const INSIDE = 'a, button, input, label, [role=menu], .ant-dropdown';

/** The rows of a list on a phone: name, sum, state and one line each; a press opens the rest. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, selectedKeys, onSelect, selectable, tree } = props;
  const [opened, setOpened] = useState<readonly number[]>([]);
  const { titles, states, facts, rest } = placesOf(columns);
  const sum = facts.find(({ align }) => align === 'right');
  const line = facts.filter((column) => column !== sum).slice(0, IN_LINE);
  const toggle = (key: number, on: boolean) =>
    onSelect?.(on ? [...selectedKeys, key] : selectedKeys.filter((selected) => selected !== key));
  return (
    <ul className={styles.cardList}>
      {rows.map((row) => {
        const key = rowKey(row);
        const depth = tree?.depthOf(row) ?? 0;
        const open = opened.includes(key);
        const turn = () => setOpened(open ? opened.filter((one) => one !== key) : [...opened, key]);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the card's menu says the same to keyboards
          <li
            key={key}
            className={`${selectedKeys.includes(key) ? styles.on : ''} ${depth > 0 ? styles.below : ''}`}
            style={depth > 0 ? { marginLeft: Math.min(depth, DEEPEST) * 14 } : undefined}
            onClick={({ target, currentTarget }) => {
              // what opens over the page sends its presses through here, too
              if (currentTarget.contains(target as Node) && !(target as Element).closest(INSIDE)) turn();
            }}
          >
            <div className={styles.cardHead}>
              <span className={styles.lead}>
                {tree && <CardOpen tree={tree} row={row} name={rowName(row)} />}
                {onSelect && (
                  <Checkbox
                    aria-label={`选择 ${rowName(row)}`}
                    checked={selectedKeys.includes(key)}
                    disabled={!selectable(row)}
                    onChange={(event) => toggle(key, event.target.checked)}
                  />
                )}
              </span>
              <div className={styles.name}>
                <strong>
                  {titles.map((column) => (
                    <span key={column.key}>{orDash(column.render(row))}</span>
                  ))}
                </strong>
                {line.length > 0 && <Line row={row} columns={line} />}
              </div>
              <div className={styles.side}>
                {sum && <b title={sum.title}>{orDash(sum.render(row))}</b>}
                {states.map((column) => (
                  <span key={column.key}>{column.render(row)}</span>
                ))}
                {depth > 0 && <span className={styles.cardDepth}>{depth + 1} 级</span>}
              </div>
              <CardMenu row={row} actions={actions} name={rowName(row)} open={open} turn={turn} />
            </div>
            {open && <Lines row={row} columns={[...facts, ...rest]} />}
          </li>
        );
      })}
    </ul>
  );
}
