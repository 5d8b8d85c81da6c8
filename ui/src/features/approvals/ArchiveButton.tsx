import { FileZipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { archiveProcesses } from '@/api/approvals';
import { InstanceState } from '@/api/generated/enums';
import { useMutation } from '@/lib/useMutation';

interface ArchiveButtonProps {
  /** Processes; those that still run can't be archived. */
  rows: readonly { instanceId: number; state: number }[];
  /** What stands on it. */
  label: string;
}

/** What has ended is archived, so a package never grows old. */
export const mayArchive = ({ state }: { state: number }): boolean => state !== InstanceState.Started;

/** 归档包: the paper, opinions, files and checksums of ended processes in one file. */
export function ArchiveButton({ rows, label }: ArchiveButtonProps) {
  const archiving = useMutation({
    mutationFn: () => archiveProcesses([...new Set(rows.map(({ instanceId }) => instanceId))]),
  });
  const running = rows.filter((row) => !mayArchive(row)).length;
  return (
    <Button
      icon={<FileZipOutlined aria-hidden />}
      loading={archiving.isPending}
      disabled={rows.length === 0 || running > 0}
      title={running > 0 ? '办结后才能归档' : '审批单、意见、附件和校验值，打包成一个文件'}
      onClick={() => archiving.mutate()}
    >
      {label}
    </Button>
  );
}
