import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { download } from '@/api/client';
import { startExport } from '@/api/exchange';
import type { Params } from '@/lib/params';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';

interface ExportButtonProps {
  permission: string;
  /** Path of the list's calls: `/system/post`. */
  base: string;
  filters: Params;
}

/** Exports what the list's filters select: a short list at once, a long one as a task; a second click waits. */
export function ExportButton({ permission, base, filters }: ExportButtonProps) {
  const { message } = App.useApp();
  const exporting = useMutation({
    mutationFn: () => startExport(base, filters),
    onSuccess: (started) => {
      if ('fileName' in started) {
        download(started.fileName);
        return;
      }
      void message.info(started.text);
    },
  });
  return (
    <Can permission={permission}>
      <Button icon={<DownloadOutlined aria-hidden />} loading={exporting.isPending} onClick={() => exporting.mutate()}>
        导出
      </Button>
    </Can>
  );
}
