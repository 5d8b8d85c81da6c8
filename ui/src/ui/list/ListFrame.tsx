import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lazy } from '@/ui/lazy';
import { DictsFailed } from '../DictsFailed';
import { usePhone } from '../useMedia';
import { Chips, hasChips } from './Chips';
import chipStyles from './chips.module.css';
import type { Counts } from './facets';
import { fitting } from './fitting';
import styles from './list.module.css';
import { QueryForm } from './QueryForm';
import type { ListState } from './state';
import { Toolbar, Tools } from './Toolbar';
import type { ListColumn, QueryField } from './types';
import type { OwnColumns } from './useColumns';
import { useViews } from './views';

const ColumnDialog = lazy(() => import('./ColumnDialog'));

/** How the rows are to be drawn. */
export interface ListView<Row> {
  shown: readonly ListColumn<Row>[];
  dense: boolean;
  phone: boolean;
  /** A column was dragged to a width. */
  onResize: (key: string, width: number) => void;
}

interface ListFrameProps<Row> {
  /** The columns as the person wants them. */
  own: OwnColumns<Row>;
  noun: string;
  fields: readonly QueryField[];
  columns: readonly ListColumn<Row>[];
  state: ListState;
  busy: boolean;
  /** Always the same function. */
  onReload: () => void;
  /** Pixels of a row that are no column's: boxes and operations. */
  reserve: number;
  /** What is selected. */
  selection?: React.ReactNode;
  /** Rows by the values of the filters. */
  counts?: Counts | undefined;
  /** Under which name the list's views are kept; left out = it has none. */
  viewsOf?: string;
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
  const { noun, fields, columns, state, busy, aside, pager, children } = props;
  const phone = usePhone();
  const { shown: wanted, choice, choose } = props.own;
  const views = useViews();
  const { box, width } = useWidth();
  // who has chosen columns gets them, and scrolls
  const isChosen = choice.keys !== null;
  const shown = useMemo(
    () => (phone || width === 0 ? wanted : fitting(wanted, width - props.reserve, isChosen)),
    [phone, isChosen, width, wanted, props.reserve],
  );
  const [queryShown, setQueryShown] = useState(true);
  const [dense, setDense] = useState(false);
  const [choosingColumns, setChoosingColumns] = useState(false);
  const toggleQuery = useCallback(() => setQueryShown((shown) => !shown), []);
  const toggleDense = useCallback(() => setDense((on) => !on), []);
  const chooseColumns = useCallback(() => setChoosingColumns(true), []);
  /** The columns stay those that are shown, each as wide as it is drawn: who drags one wants the others as they are. */
  const onResize = (key: string, own: number) => {
    const heads = box.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
    const drawn = [...heads].map((head) => [head.dataset.column ?? '', head.offsetWidth] as const);
    choose({ keys: shown.map((column) => column.key), widths: { ...Object.fromEntries(drawn), [key]: own } });
  };
  const menu = views && props.viewsOf && (
    <views.Menu
      page={props.viewsOf}
      now={{ ...choice, search: state.asked }}
      onApply={({ search, keys, widths }) => {
        choose({ keys, widths });
        state.ask(search);
      }}
    />
  );
  const tools = {
    ...{
      queryShown,
      onToggleQuery: fields.length > 0 ? toggleQuery : null,
      onReload: props.onReload,
      dense,
      onToggleDense: toggleDense,
    },
    ...{ columnCount: `${shown.length}/${columns.length}`, onColumns: chooseColumns, phone },
  };
  // beside the chips there is room for what is selected, views and tools; the operations have a line of their own
  const inLine = hasChips(fields);
  return (
    <div className={`${styles.listPage} ${aside ? styles.withAside : ''}`} ref={props.frame}>
      {aside}
      <div className={styles.listMain}>
        {queryShown && fields.length > 0 && (
          <QueryForm fields={fields} values={state.values} counts={props.counts} onSearch={state.setValues} />
        )}
        <DictsFailed />
        {props.notice}
        <section className={`card ${styles.listCard}`} aria-label={`${noun}列表`} aria-busy={busy}>
          {inLine && (
            <div className={chipStyles.line}>
              <Chips fields={fields} values={state.values} counts={props.counts} onChange={state.setValues} />
              {props.selection}
              <span className="sp" />
              {menu}
              <Tools {...tools} />
            </div>
          )}
          <Toolbar
            selection={inLine ? null : props.selection}
            views={inLine ? null : menu}
            tools={inLine ? null : tools}
          >
            {props.tools}
          </Toolbar>
          <div className={styles.listBody} ref={box}>
            {children({ shown, dense, phone, onResize })}
          </div>
          {pager?.(phone)}
        </section>
      </div>
      {choosingColumns && (
        <Suspense fallback={null}>
          <ColumnDialog
            columns={columns as readonly ListColumn<unknown>[]}
            shown={shown as readonly ListColumn<unknown>[]}
            choice={choice}
            onChoose={choose}
            onClose={() => setChoosingColumns(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
