import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Can } from '@/ui/Can';

const ImportDialog = lazy(() => import('./ImportDialog'));

interface ImportButtonProps {
  permission: string;
  /** Path of the list's calls: `/system/post`. */
  base: string;
  noun: string;
  /** What key and name of a row are called. */
  titles: readonly [string, string];
  /** Known rows are refused, never changed. */
  onlyNew?: boolean;
  onDone: () => void;
}

/** Brings rows from a workbook: the button and its dialog. */
export function ImportButton({ permission, ...dialog }: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Can permission={permission}>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        导入
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}
