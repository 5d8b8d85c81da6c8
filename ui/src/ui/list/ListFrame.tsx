import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lazy } from '@/ui/lazy';
import { DictsFailed } from '../DictsFailed';
import { usePhone } from '../useMedia';
import { fitting } from './fitting';
import styles from './list.module.css';
import { QueryForm } from './QueryForm';
import type { ListState } from './state';
import { Toolbar } from './Toolbar';
import type { ListColumn, QueryField } from './types';
import { useColumns } from './useColumns';

const ColumnDialog = lazy(() => import('./ColumnDialog'));

/** How the rows are to be drawn. */
export interface ListView<Row> {
  shown: readonly ListColumn<Row>[];
  dense: boolean;
  phone: boolean;
}

interface ListFrameProps<Row> {
  /** What follows a # tells lists of one kind apart; their columns are chosen together. */
  name: string;
  noun: string;
  fields: readonly QueryField[];
  columns: readonly ListColumn<Row>[];
  state: ListState;
  busy: boolean;
  /** Always the same function. */
  onReload: () => void;
  /** Pixels of a row that are no column's: boxes and deeds. */
  reserve: number;
  selected: number;
  onClear: () => void;
  /** Left of the toolbar. */
  tools: React.ReactNode;
  aside?: React.ReactNode;
  /** Above the rows: what everybody should know before he reads them. */
  notice?: React.ReactNode;
  pager?: (phone: boolean) => React.ReactNode;
  frame?: React.Ref<HTMLDivElement>;
  children: (view: ListView<Row>) => React.ReactNode;
}

/** Width of an element; 0 until it is known, and what was known last while its tab is hidden. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** What pages of rows and trees of rows have around them: query form, toolbar, columns, density. */
export function ListFrame<Row extends object>(props: ListFrameProps<Row>) {
  const { name, noun, fields, columns, state, busy, aside, pager, children } = props;
  const phone = usePhone();
  const [kind = name] = name.split('#');
  const { shown: wanted, isChosen, choose } = useColumns(kind, columns);
  const { box, width } = useWidth();
  // who has chosen columns gets them, and scrolls
  const shown = useMemo(
    () => (phone || isChosen || width === 0 ? wanted : fitting(wanted, width - props.reserve)),
    [phone, isChosen, width, wanted, props.reserve],
  );
  const [queryShown, setQueryShown] = useState(true);
  const [dense, setDense] = useState(false);
  const [choosingColumns, setChoosingColumns] = useState(false);
  const toggleQuery = useCallback(() => setQueryShown((shown) => !shown), []);
  const toggleDense = useCallback(() => setDense((on) => !on), []);
  const chooseColumns = useCallback(() => setChoosingColumns(true), []);
  return (
    <div className={`${styles.listPage} ${aside ? styles.withAside : ''}`} ref={props.frame}>
      {aside}
      <div className={styles.listMain}>
        {queryShown && <QueryForm fields={fields} values={state.values} onSearch={state.setValues} />}
        <DictsFailed />
        {props.notice}
        <section className={`card ${styles.listCard}`} aria-label={`${noun}列表`} aria-busy={busy}>
          <Toolbar
            selected={props.selected}
            onClear={props.onClear}
            queryShown={queryShown}
            onToggleQuery={toggleQuery}
            onReload={props.onReload}
            dense={dense}
            onToggleDense={toggleDense}
            columnCount={`${shown.length}/${columns.length}`}
            onColumns={chooseColumns}
            phone={phone}
          >
            {props.tools}
          </Toolbar>
          <div className={styles.listBody} ref={box}>
            {children({ shown, dense, phone })}
          </div>
          {pager?.(phone)}
        </section>
      </div>
      {choosingColumns && (
        <Suspense fallback={null}>
          <ColumnDialog
            columns={columns as readonly ListColumn<unknown>[]}
            shown={shown as readonly ListColumn<unknown>[]}
            onChoose={choose}
            onClose={() => setChoosingColumns(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
