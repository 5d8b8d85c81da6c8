import { useMemo } from 'react';
import { listReport, type Numbered, type ReportSums } from '@/api/report';
import { ExportButton } from '@/features/ExportButton';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import styles from './centre.module.css';
import { ReportTotals } from './ReportTotals';

interface ReportPageProps<Row extends object> {
  /** Last part of its path, as in the permission `report:<page>:list`. */
  page: string;
  title: string;
  fields: readonly QueryField[];
  columns: readonly ListColumn<Numbered<Row>>[];
  rowName: (row: Row) => string;
  actions?: readonly RowAction<Numbered<Row>>[];
  selectable?: (row: Row) => boolean;
  /** Left of the export. */
  tools?: (selected: readonly Row[]) => React.ReactNode;
}

const NO_ACTIONS: readonly never[] = [];

/** A report of the centre: a declared list with totals, and its agreement with the statistics report. */
export function ReportPage<Row extends object>(props: ReportPageProps<Row>) {
  const { page, title, selectable } = props;
  const load = useMemo(() => listReport<Row>(page), [page]);
  return (
    <div className={styles.reportCentre}>
      <ListPage<Numbered<Row>>
        name={`report-${page}`}
        viewsOf={page}
        noun={title}
        load={load}
        fields={props.fields}
        columns={props.columns}
        actions={props.actions ?? NO_ACTIONS}
        rowKey={({ place }) => place}
        rowName={props.rowName}
        {...(selectable && { selectable })}
        totals={(sums) => <ReportTotals sums={sums as ReportSums} />}
        totalsWhenEmpty
        paper={{
          title,
          asked: (_filters, { sums }) => (sums as ReportSums).about,
          totals: (sums) => <ReportTotals sums={{ ...(sums as ReportSums), about: '' }} />,
        }}
        toolbar={({ selected, filters }) => (
          <>
            {props.tools?.(selected)}
            <ExportButton permission={`report:${page}:list`} base={`/report/${page}`} filters={filters} />
          </>
        )}
      />
    </div>
  );
}
