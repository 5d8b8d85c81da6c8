import { Button } from 'antd';
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLatestRef } from '@/lib/useLatestRef';
import { lazy } from '@/ui/lazy';
import { DictsFailed } from '../DictsFailed';
import { useDone } from '../useDone';
import { usePhone } from '../useMedia';
import { Acts } from './Acts';
import { Chips } from './Chips';
import type { Counts } from './facets';
import { fitting } from './fitting';
import styles from './list.module.css';
import { PhoneFilters } from './PhoneFilters';
import { PrintButtons, PrintTool, type PrintToolProps } from './PrintTool';
import { QueryForm } from './QueryForm';
import type { ListState } from './state';
import { Toolbar } from './Toolbar';
import type { ListColumn, QueryField, QueryValues } from './types';
import type { OwnColumns } from './useColumns';
import { toFirstRow, useRowKeys } from './useRowKeys';
import { useViews } from './views';

const ColumnDialog = lazy(() => import('./ColumnDialog'));

/** How the rows are to be drawn. */
export interface ListView<Row> {
  shown: readonly ListColumn<Row>[];
  dense: boolean;
  phone: boolean;
  /** Cards have boxes to be ticked; rows of a table always have. */
  picking: boolean;
  /** A column was dragged to a width. */
  onResize: (key: string, width: number) => void;
}

interface ListFrameProps<Row extends object> {
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
  /** What is selected; null = nothing. */
  selection?: React.ReactNode;
  /** Whether rows can be selected. */
  selects?: boolean;
  /** Rows by the values of the filters. */
  counts?: Counts | undefined;
  /** Under which name the list's views are kept; left out = it has none. */
  viewsOf?: string;
  /** What is printed of it. */
  print: PrintToolProps<Row>;
  /** Left of the toolbar. */
  tools: React.ReactNode;
  aside?: React.ReactNode;
  /** Above the rows: what everybody should know before he reads them. */
  notice?: React.ReactNode;
  pager?: (phone: boolean) => React.ReactNode;
  frame?: React.RefObject<HTMLDivElement | null>;
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

/** The columns stay those that are shown, each as wide as it is drawn: who drags one wants the others as they are. */
function useResize<Row>(
  box: React.RefObject<HTMLDivElement | null>,
  shown: readonly ListColumn<Row>[],
  choose: OwnColumns<Row>['choose'],
) {
  const latest = useLatestRef({ shown, choose });
  return useCallback(
    (key: string, own: number) => {
      if (!latest.current) return;
      const heads = box.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
      const drawn = [...heads].map((head) => [head.dataset.column ?? '', head.offsetWidth] as const);
      const keys = latest.current.shown.map((column) => column.key);
      latest.current.choose({ keys, widths: { ...Object.fromEntries(drawn), [key]: own } });
    },
    [box, latest],
  );
}

interface PhoneFootProps {
  children: React.ReactNode;
  selection: React.ReactNode;
  /** Null where rows can't be selected. */
  onPick: (() => void) | null;
  picking: boolean;
  onReload: () => void;
}

/** The bar at the bottom of a phone: what is selected, and what can be done. */
function PhoneFoot({ children, selection, onPick, picking, onReload }: PhoneFootProps) {
  return (
    <div className={styles.foot} role="toolbar" aria-label="列表操作">
      {selection}
      <Acts phone>
        {children}
        {onPick && (
          <Button aria-pressed={picking} onClick={onPick}>
            {picking ? '取消多选' : '多选'}
          </Button>
        )}
        <Button data-rare onClick={onReload}>
          刷新
        </Button>
      </Acts>
    </div>
  );
}

/** The first stop of the Tab key: past the fields and tools that stand before the rows. */
function SkipToRows({ list }: { list: React.RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className="skip" onClick={() => list.current && toFirstRow(list.current)}>
      跳到列表
    </button>
  );
}

/** What pages of rows and trees of rows have around them: query form, toolbar, columns, density. */
export function ListFrame<Row extends object>(props: ListFrameProps<Row>) {
  const { noun, fields, columns, state, busy, aside, pager, children, selection = null } = props;
  const phone = usePhone();
  const { shown: wanted, choice, choose } = props.own;
  const views = useViews();
  const { box, width } = useWidth();
  const ownFrame = useRef<HTMLDivElement>(null);
  const frame = props.frame ?? ownFrame;
  useRowKeys(frame);
  // who has chosen columns gets them, and scrolls
  const isChosen = choice.keys !== null;
  const shown = useMemo(
    () => (phone || width === 0 ? wanted : fitting(wanted, width - props.reserve, isChosen)),
    [phone, isChosen, width, wanted, props.reserve],
  );
  const [queryShown, setQueryShown] = useState(true);
  const [dense, setDense] = useState(false);
  const [picking, setPicking] = useState(false);
  const done = useDone();
  const [choosingColumns, setChoosingColumns] = useState(false);
  const toggleQuery = useCallback(() => setQueryShown((shown) => !shown), []);
  const toggleDense = useCallback(() => setDense((on) => !on), []);
  const chooseColumns = useCallback(() => setChoosingColumns(true), []);
  const onResize = useResize(box, shown, choose);
  const latestChoose = useLatestRef(choose);
  const { asked: search, ask, setValues } = state;
  const latestReload = useLatestRef(props.onReload);
  // who asks the same again wants what has become of it
  const onSearch = useCallback(
    (values: QueryValues) => {
      if (!setValues(values)) latestReload.current?.();
    },
    [setValues, latestReload],
  );
  // with its popover a tenth of the toolbar: drawn for another view, not for each answer
  const menu = useMemo(
    () =>
      views &&
      props.viewsOf && (
        <views.Menu
          page={props.viewsOf}
          now={{ ...choice, search }}
          onApply={(view) => {
            latestChoose.current?.({ keys: view.keys, widths: view.widths });
            ask(view.search);
          }}
        />
      ),
    [views, props.viewsOf, choice, search, ask, latestChoose],
  );
  const tools = {
    ...{
      queryShown,
      onToggleQuery: fields.length > 0 ? toggleQuery : null,
      onReload: props.onReload,
      dense,
      onToggleDense: toggleDense,
    },
    ...{ columnCount: `${shown.length}/${columns.length}`, onColumns: chooseColumns },
  };
  const asked = { fields, values: state.values, counts: props.counts };
  const chips = <Chips {...asked} onChange={state.setValues} />;
  const filters = phone ? (
    <>
      <PhoneFilters {...asked} onSearch={onSearch} besides={menu} />
      {aside ? (
        <div className={styles.phoneLine}>
          {aside}
          {chips}
        </div>
      ) : (
        chips
      )}
    </>
  ) : (
    queryShown && fields.length > 0 && <QueryForm {...asked} onSearch={onSearch} />
  );
  return (
    <div className={`${styles.listPage} ${aside && !phone ? styles.withAside : ''}`} ref={frame}>
      {!phone && <SkipToRows list={frame} />}
      {!phone && aside}
      <div className={styles.listMain}>
        {filters}
        <DictsFailed />
        {props.notice}
        <section className={`card ${styles.listCard}`} aria-label={`${noun}列表`} aria-busy={busy} tabIndex={-1}>
          {!phone && (
            <Toolbar
              selection={selection}
              chips={chips}
              views={menu}
              print={<PrintTool {...props.print} />}
              tools={tools}
            >
              {props.tools}
            </Toolbar>
          )}
          <div className={styles.listBody} ref={box}>
            {children({ shown, dense, phone, picking: picking || selection !== null, onResize })}
          </div>
          {pager?.(phone)}
        </section>
        {phone && (
          <PhoneFoot
            selection={selection}
            picking={picking}
            onPick={props.selects ? () => setPicking(!picking) : null}
            onReload={props.onReload}
          >
            {props.tools}
            <PrintButtons {...props.print} />
          </PhoneFoot>
        )}
      </div>
      {choosingColumns && (
        <Suspense fallback={null}>
          <ColumnDialog
            columns={columns as readonly ListColumn<unknown>[]}
            shown={shown as readonly ListColumn<unknown>[]}
            choice={choice}
            onChoose={(next) => {
              choose(next);
              done({
                text: '已调整显示的列',
                undo: () => {
                  choose(choice);
                  return Promise.resolve('已恢复原来的列');
                },
              });
            }}
            onClose={() => setChoosingColumns(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
