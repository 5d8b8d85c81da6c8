import { LockOutlined, MoreOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { App, Button, Dropdown, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '@/api/client';
import { textOf } from '@/api/errors';
import { startExport } from '@/api/exchange';
import type { ReportFacts, ReportQuery, StatName } from '@/api/stat';
import type { BlockFlag } from '@/lib/layoutSetting';
import { LoadFailed } from '@/ui/LoadFailed';
import { look } from './look';

interface BlockCardProps<Data> {
  flag: BlockFlag;
  title: string;
  /** «到期口径 · 单位 万元» */
  meta?: (data: Data) => string;
  result: UseQueryResult<Data>;
  /** What is exported: the call's name and the filter. */
  source?: { name: StatName; query: ReportQuery };
  /** Why there is nothing to show; null when there is. */
  empty?: (data: Data) => ReactNode | null;
  /** Between title and actions: legends, switches. */
  extra?: ReactNode;
  /** Instead of a line between head and body: tabs in the head. */
  tabs?: ReactNode;
  /** Rows of the waiting shape. */
  rows?: number;
  /** The figures behind a drawing as a table: head and rows. */
  table?: (data: Data) => { head: string[]; rows: (string | number)[][] };
  children: (data: Data) => ReactNode;
}

/** «截至 09-30», with a lock once the period is closed. */
function Day({ facts }: { facts: Partial<ReportFacts> }) {
  if (!facts.asOf) return null;
  return (
    <span className={look.dayChip} title={facts.closed ? '本期已月结' : '本期尚未月结'}>
      {facts.closed && <LockOutlined aria-label="已月结" />}截至 {facts.asOf.slice(5)}
    </span>
  );
}

function FiguresTable({ head, rows, caption }: { head: string[]; rows: (string | number)[][]; caption: string }) {
  return (
    <div className={look.figuresTable}>
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, place) =>
                place === 0 ? (
                  <th key={head[place]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head[place]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A block of the report with its own wait, failure and emptiness; the others never notice. */
export function BlockCard<Data>(props: BlockCardProps<Data>) {
  const { flag, title, meta, result, source, empty, extra, tabs, rows = 6, table, children } = props;
  const { message } = App.useApp();
  const card = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const { data } = result;
  const nothing = data === undefined ? null : empty?.(data);

  const workbook = async () => {
    if (!source) return;
    const started = await startExport(`/stat/${source.name}`, source.query);
    if ('fileName' in started) download(started.fileName);
    else void message.info(started.text);
  };
  const picture = async () => {
    if (!card.current) return;
    const { domToPng } = await import('modern-screenshot');
    const backgroundColor = getComputedStyle(card.current).backgroundColor;
    const link = document.createElement('a');
    link.href = await domToPng(card.current, { scale: 2, backgroundColor, filter: keep });
    link.download = `${title}.png`;
    link.click();
  };
  const run = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => void message.error(`导出失败：${textOf(error)}`));

  const body = () => {
    if (result.isPending) return <Skeleton active title={false} paragraph={{ rows }} className={look.blockWait} />;
    if (result.isError && data === undefined) {
      return <LoadFailed title={`${title}加载失败`} error={result.error} retry={result.refetch} />;
    }
    if (data === undefined) return null;
    if (nothing) return nothing;
    if (asTable && table) return <FiguresTable {...table(data)} caption={title} />;
    return children(data);
  };
  const items = [
    ...(source ? [{ key: 'workbook', label: '导出 Excel', onClick: run(workbook) }] : []),
    { key: 'picture', label: '导出图片', onClick: run(picture) },
    ...(table ? [{ key: 'table', label: asTable ? '图表视图' : '表格视图', onClick: () => setAsTable(!asTable) }] : []),
  ];
  return (
    <section
      ref={card}
      className={`card ${look.block} ${look[flag] ?? ''}`}
      data-block={flag}
      aria-labelledby={`block-${flag}`}
      aria-busy={result.isFetching}
    >
      <div className={`card-head ${look.blockHead}`}>
        <h2 id={`block-${flag}`}>{title}</h2>
        {data !== undefined && meta && <span className={look.blockMeta}>{meta(data)}</span>}
        {tabs}
        <span className="sp" />
        {data !== undefined && !nothing && extra}
        {data !== undefined && <Day facts={data as Partial<ReportFacts>} />}
        {data !== undefined && !nothing && (
          <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
            <Button
              type="text"
              size="small"
              className={look.blockMore}
              icon={<MoreOutlined aria-hidden />}
              aria-label={`${title}：导出与视图`}
            />
          </Dropdown>
        )}
      </div>
      <div className={`${look.blockBody} ${nothing ? look.folded : ''}`}>{body()}</div>
    </section>
  );
}

/** The picture shows the figures, not the handles. */
const keep = (node: Node): boolean => !(node instanceof HTMLElement && node.classList.contains(`${look.blockMore}`));
