import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { download } from '@/api/client';
import { Can } from '@/ui/Can';

interface ExportButtonProps {
  permission: string;
  /** Has the server write the file and gives its name. */
  prepare: () => Promise<string>;
}

/** Exports what the list's filters select; a second click waits for the first file. */
export function ExportButton({ permission, prepare }: ExportButtonProps) {
  const exporting = useMutation({ mutationFn: prepare, onSuccess: download });
  return (
    <Can permission={permission}>
      <Button icon={<DownloadOutlined aria-hidden />} loading={exporting.isPending} onClick={() => exporting.mutate()}>
        导出
      </Button>
    </Can>
  );
}
