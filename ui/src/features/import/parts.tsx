/** Parts of the dialogs that bring rows from a workbook. */
import { CloudUploadOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import { useState } from 'react';
import { download } from '@/api/client';
import type { ImportReport, ImportRow } from '@/api/exchange';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import styles from './import.module.css';

const OUTCOMES: Readonly<Record<string, { text: string; tone: TagTone }>> = {
  created: { text: '新增', tone: 'ok' },
  updated: { text: '更新', tone: 'blue' },
  unchanged: { text: '无变化', tone: 'plain' },
  skipped: { text: '跳过', tone: 'off' },
  failed: { text: '失败', tone: 'bad' },
};

/** `titles`: what the key and the name of a row are called. */
const columnsOf = ([key, name]: readonly [string, string]): TableProps<ImportRow>['columns'] => [
  { key: 'row', title: '行', dataIndex: 'row', width: 56 },
  { key: 'key', title: key, dataIndex: 'key', width: 150, ellipsis: true },
  { key: 'name', title: name, dataIndex: 'name', width: 110, ellipsis: true },
  {
    key: 'outcome',
    title: '结果',
    width: 88,
    render: (_value, { outcome }) => {
      const { text, tone } = OUTCOMES[outcome] ?? { text: outcome, tone: 'plain' };
      return <StateTag tone={tone}>{text}</StateTag>;
    },
  },
  { key: 'reason', title: '原因', dataIndex: 'reason' },
];

/** One bad row refuses the whole file, in the check and in the import alike. */
function headline(done: boolean, failed: number): string {
  if (failed > 0) return done ? '没有导入任何数据，请修改后重试' : '检查未通过，请修改后重新上传';
  return done ? '导入完成' : '检查通过（尚未写入）';
}

interface ReportProps {
  report: ImportReport;
  done: boolean;
  titles: readonly [string, string];
}

/** What the rows came to, or would come to. */
export function Report({ report, done, titles }: ReportProps) {
  const { total, created, updated, unchanged, skipped = 0, failed, rows, remarks = [], resultFile } = report;
  return (
    <>
      <div className={styles.importSums} role="status">
        <strong>{headline(done, failed)}</strong>
        <span className="t2">共 {total} 行</span>
        <StateTag tone="ok">新增 {created}</StateTag>
        <StateTag tone="blue">更新 {updated}</StateTag>
        {unchanged > 0 && <StateTag tone="plain">无变化 {unchanged}</StateTag>}
        {skipped > 0 && <StateTag tone="off">跳过 {skipped}</StateTag>}
        <StateTag tone={failed > 0 ? 'bad' : 'off'}>失败 {failed}</StateTag>
        <span className="sp" />
        {resultFile && (
          <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={() => download(resultFile)}>
            {failed > 0 ? '下载失败原因' : '下载初始密码'}
          </Button>
        )}
      </div>
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {rows.length < total && (
        <p className="t2">
          只列出前 {rows.length} 行{failed > 0 && '，失败的在前'}
          {failed > rows.length && '；全部原因请下载查看'}
        </p>
      )}
      <SmallTable<ImportRow> rowKey="row" columns={columnsOf(titles)} rows={rows} paged={50} width={520} height={240} />
    </>
  );
}

interface DropAreaProps {
  file: File | null;
  onFile: (file: File) => void;
  /** Extensions to choose from, and what is said about them. */
  accept?: string;
  hint?: string;
}

/** Where a workbook is dropped or chosen. */
export function DropArea({
  file,
  onFile,
  accept = '.xlsx,.xls,.et,.ods,.csv',
  hint = '支持 xlsx、xls、et、ods、csv 文件，最多 50,000 行',
}: DropAreaProps) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const first = files?.[0];
    if (first) onFile(first);
  };
  const hover = (event: React.DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <label
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <CloudUploadOutlined aria-hidden />
      {file ? file.name : '将文件拖到此处，或点击选择'}
      <small>{hint}</small>
      <input
        className="sr-only"
        type="file"
        accept={accept}
        aria-label="选择导入文件"
        onChange={(event) => {
          take(event.currentTarget.files);
          // who has repaired his file chooses the same one again: without this nothing would happen
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
