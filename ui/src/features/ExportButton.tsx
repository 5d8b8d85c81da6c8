import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Space } from 'antd';
import { download } from '@/api/client';
import { startExport } from '@/api/exchange';
import type { Params } from '@/lib/params';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';

/** Another layout: what it is called, and what asks for it. */
export interface ExportLayoutChoice {
  label: string;
  params: Params;
}

interface ExportButtonProps {
  permission: string;
  /** Path of the list's calls: `/system/post`. */
  base: string;
  filters: Params;
  /** Numbers of the selected rows: they alone are exported. */
  ids?: readonly number[];
  /** In a menu beside the button. */
  more?: readonly ExportLayoutChoice[];
}

const NONE: readonly number[] = [];
/** Numbers that fit into a question; the whole filter is exported without them. */
const MOST = 1000;

/** Exports what the list's filters select: a short list at once, a long one as a task; a second click waits. Selected rows are exported alone. */
export function ExportButton({ permission, base, filters, ids = NONE, more }: ExportButtonProps) {
  const { message } = App.useApp();
  const exporting = useMutation({
    mutationFn: (params: Params) =>
      startExport(base, { ...filters, ...(ids.length > 0 && { ids: ids.join(',') }), ...params }),
    onSuccess: (started) => {
      if ('fileName' in started) {
        download(started.fileName);
        return;
      }
      void message.info(started.text);
    },
  });
  const start = (params: Params) => {
    if (ids.length <= MOST) return exporting.mutate(params);
    void message.warning(`一次最多导出选中的 ${MOST} 条，已选 ${ids.length} 条；请选择全部，或缩小查询条件后导出全部`);
  };
  const button = (
    <Button icon={<DownloadOutlined aria-hidden />} loading={exporting.isPending} onClick={() => start({})}>
      {ids.length > 0 ? `导出选中` : '导出'}
    </Button>
  );
  if (!more) return <Can permission={permission}>{button}</Can>;
  const items = more.map(({ label, params }) => ({ key: label, label, onClick: () => start(params) }));
  return (
    <Can permission={permission}>
      <Space.Compact>
        {button}
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button aria-label="其他导出方式" icon={<DownOutlined aria-hidden />} disabled={exporting.isPending} />
        </Dropdown>
      </Space.Compact>
    </Can>
  );
}
