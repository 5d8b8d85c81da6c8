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
  /** Numbers of the selected rows: they alone are exported. */
  ids?: readonly number[];
}

const NONE: readonly number[] = [];
/** Numbers that fit into a question; the whole filter is exported without them. */
const MOST = 1000;

/** Exports what the list's filters select: a short list at once, a long one as a task; a second click waits. Selected rows are exported alone. */
export function ExportButton({ permission, base, filters, ids = NONE }: ExportButtonProps) {
  const { message } = App.useApp();
  const exporting = useMutation({
    mutationFn: () => startExport(base, ids.length > 0 ? { ...filters, ids: ids.join(',') } : filters),
    onSuccess: (started) => {
      if ('fileName' in started) {
        download(started.fileName);
        return;
      }
      void message.info(started.text);
    },
  });
  const start = () => {
    if (ids.length <= MOST) return exporting.mutate();
    void message.warning(`一次最多导出选中的 ${MOST} 条，已选 ${ids.length} 条；请选择全部，或缩小查询条件后导出全部`);
  };
  return (
    <Can permission={permission}>
      <Button icon={<DownloadOutlined aria-hidden />} loading={exporting.isPending} onClick={start}>
        {ids.length > 0 ? `导出选中` : '导出'}
      </Button>
    </Can>
  );
}
