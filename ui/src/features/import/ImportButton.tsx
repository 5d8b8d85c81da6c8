import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ImportReport } from '@/api/exchange';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';

const ImportDialog = lazy(() => import('./ImportDialog'));

interface ImportButtonProps {
  permission: string;
  /** Path of the list's calls: `/system/post`. */
  base: string;
  noun: string;
  /** What key and name of a row are called. */
  titles: readonly [string, string];
  /** What the button says, where a page has another import beside it. */
  label?: string;
  /** Known rows are refused, never changed. */
  onlyNew?: boolean;
  /** After an import; the lists read themselves again. */
  onDone?: (report: ImportReport) => void;
}

/** Brings rows from a workbook: the button and its dialog. */
export function ImportButton({ permission, label = '导入', ...dialog }: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Can permission={permission}>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}
