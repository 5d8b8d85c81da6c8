import { DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, ConfigProvider } from 'antd';
import { useState } from 'react';
import { download } from '@/api/client';
import { fetchTemplate, type ImportReport, importRows } from '@/api/exchange';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';
import styles from './import.module.css';
import { DropArea, Report } from './parts';

interface ImportDialogProps {
  /** Path of the list's calls: `/system/post`. */
  base: string;
  /** What a row is called: «岗位». */
  noun: string;
  /** What key and name of a row are called. */
  titles: readonly [string, string];
  /** Known rows are refused, never changed. */
  onlyNew?: boolean;
  onDone?: (report: ImportReport) => void;
  onClose: () => void;
}

const NOTHING: { report: ImportReport | null; done: boolean } = { report: null, done: false };

/** Import in two steps: check (nothing is written) with a report per row, then import. */
export default function ImportDialog({ base, noun, titles, onlyNew = false, onDone, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [updateSupport, setUpdateSupport] = useState(false);
  // what was found stays when the import after it does not get through
  const [told, setTold] = useState(NOTHING);
  const template = useMutation({ mutationFn: () => fetchTemplate(base), onSuccess: download });
  const token = useFormToken();
  const run = useMutation({
    mutationFn: ({ given, dryRun }: { given: File; dryRun: boolean }) =>
      token.send(() => importRows(base, given, updateSupport, dryRun)),
    onSuccess: (report, { dryRun }) => {
      setTold({ report, done: !dryRun });
      if (!dryRun) onDone?.(report);
    },
  });
  const { report, done } = told;
  const checked = report !== null && !done;
  const clean = checked && report.failed === 0;
  const checking = run.isPending && run.variables?.dryRun === true;
  const importing = run.isPending && run.variables?.dryRun === false;
  const restart = (change: () => void) => {
    run.reset();
    setTold(NOTHING);
    change();
  };
  const start = (dryRun: boolean) => file && run.mutate({ given: file, dryRun });
  const footer = done ? (
    <Button type="primary" onClick={onClose}>
      完成
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button
        type={clean ? 'default' : 'primary'}
        disabled={!file || importing}
        loading={checking}
        onClick={() => start(true)}
      >
        检查
      </Button>
      {clean && (
        <Button type="primary" disabled={checking} loading={importing} onClick={() => start(false)}>
          导入 {report.total} 行
        </Button>
      )}
    </>
  );
  return (
    <Modal
      open
      centered
      width={680}
      title={`导入${noun}`}
      footer={footer}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!done && (
        <ConfigProvider componentDisabled={importing}>
          <DropArea file={file} onFile={(given) => restart(() => setFile(given))} />
          <div className={styles.importOptions}>
            {onlyNew ? (
              <span className="t2">已入账的{noun}不会重复导入</span>
            ) : (
              <Checkbox
                checked={updateSupport}
                onChange={(event) => restart(() => setUpdateSupport(event.target.checked))}
              >
                更新已存在的{noun}
              </Checkbox>
            )}
            <Button
              type="link"
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending}
              onClick={() => template.mutate()}
            >
              下载模板
            </Button>
          </div>
        </ConfigProvider>
      )}
      <Refusal error={run.error} />
      {report && <Report report={report} done={done} titles={titles} />}
    </Modal>
  );
}
