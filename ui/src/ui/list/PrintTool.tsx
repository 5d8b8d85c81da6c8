import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { lazy } from '../lazy';
import type { PrintJob } from './print';

const ListPaper = lazy<ListPaperProps>(() => import('./ListPaper'));

interface ListPaperProps {
  job: PrintJob<object>;
  selected: number;
  onClose: () => void;
}

export interface PrintToolProps<Row extends object> {
  job: () => PrintJob<Row>;
  /** Rows of the whole query. */
  total: number;
  /** Of them so many are selected. */
  selected: number;
}

const counted = (count: number) => `（${count.toLocaleString('zh-CN')}）`;
export const wholeLabel = (total: number): string => `打印全部查询结果${counted(total)}`;
export const selectedLabel = (count: number): string => `打印选中${counted(count)}`;

/** What is printed, once it is asked for: each press is another one. */
function usePrinting<Row extends object>(job: () => PrintJob<Row>) {
  // a part that comes later is of no row in particular; each job brings its own rows
  const own = () => job() as unknown as PrintJob<object>;
  const [asked, setAsked] = useState<{ run: number; selected: number; job: PrintJob<object> } | null>(null);
  return {
    print: (selected: number) => setAsked({ run: (asked?.run ?? 0) + 1, selected, job: own() }),
    paper: asked && (
      <ListPaper key={asked.run} job={asked.job} selected={asked.selected} onClose={() => setAsked(null)} />
    ),
  };
}

/** Beside the columns: prints the selected rows, or everything that the list has found. */
export function PrintTool<Row extends object>({ job, total, selected }: PrintToolProps<Row>) {
  const { print, paper } = usePrinting(job);
  const items = [
    ...(selected > 0 ? [{ key: 'selected', label: selectedLabel(selected), onClick: () => print(selected) }] : []),
    { key: 'whole', label: wholeLabel(total), onClick: () => print(0) },
  ];
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <button type="button" className="ib" title="打印" aria-label="打印" aria-haspopup="menu">
          <PrinterOutlined aria-hidden />
        </button>
      </Dropdown>
      {paper}
    </>
  );
}

/** The same on a phone, in its menu. */
export function PrintButtons<Row extends object>({ job, total, selected }: PrintToolProps<Row>) {
  const { print, paper } = usePrinting(job);
  return (
    <>
      {selected > 0 && (
        <Button data-rare onClick={() => print(selected)}>
          {selectedLabel(selected)}
        </Button>
      )}
      <Button data-rare onClick={() => print(0)}>
        {wholeLabel(total)}
      </Button>
      {paper}
    </>
  );
}
