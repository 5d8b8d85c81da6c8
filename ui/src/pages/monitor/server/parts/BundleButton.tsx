import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { fetchBundle } from '@/api/monitor';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';

/** Fetches what helps a stranger to help: no business data, no persons, no secrets. */
export function BundleButton() {
  const making = useMutation({ mutationFn: () => fetchBundle() });
  return (
    <Can permission="monitor:bundle:export">
      <Button
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        loading={making.isPending}
        title="版本、配置、日志、指标等，不含业务数据、个人信息和密钥"
        onClick={() => making.mutate()}
      >
        支持包
      </Button>
    </Can>
  );
}
