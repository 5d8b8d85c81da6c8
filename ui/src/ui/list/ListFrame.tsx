import { lazy, Suspense, useState } from 'react';
import { usePhone } from '../useMedia';
import { QueryForm } from './QueryForm';
import type { ListState } from './state';
import { Toolbar } from './Toolbar';
import type { ListColumn, QueryField } from './types';
import { useColumns } from './useColumns';
import './list.css';

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
  onReload: () => void;
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

/** What pages of rows and trees of rows have around them: query form, toolbar, columns, density. */
export function ListFrame<Row extends object>(props: ListFrameProps<Row>) {
  const { name, noun, fields, columns, state, busy, aside, pager, children } = props;
  const phone = usePhone();
  const [kind = name] = name.split('#');
  const { shown, choose } = useColumns(kind, columns);
  const [queryShown, setQueryShown] = useState(true);
  const [dense, setDense] = useState(false);
  const [choosingColumns, setChoosingColumns] = useState(false);
  return (
    <div className={`list-page ${aside ? 'with-aside' : ''}`} ref={props.frame}>
      {aside}
      <div className="list-main">
        {queryShown && <QueryForm fields={fields} values={state.values} onSearch={state.setValues} />}
        {props.notice}
        <section className="card list-card" aria-label={`${noun}列表`} aria-busy={busy}>
          <Toolbar
            selected={props.selected}
            onClear={props.onClear}
            queryShown={queryShown}
            onToggleQuery={() => setQueryShown(!queryShown)}
            onReload={props.onReload}
            dense={dense}
            onToggleDense={() => setDense(!dense)}
            columnCount={`${shown.length}/${columns.length}`}
            onColumns={() => setChoosingColumns(true)}
            phone={phone}
          >
            {props.tools}
          </Toolbar>
          <div className="list-body">{children({ shown, dense, phone })}</div>
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
