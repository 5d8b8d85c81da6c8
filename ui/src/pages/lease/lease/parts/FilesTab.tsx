import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { EmptyState } from '@/ui/EmptyState';

/** Papers of a lease, to look at and to fetch. */
export function FilesTab({ files }: { files: readonly number[] }) {
  if (files.length === 0) return <EmptyState kind="empty" title="没有附件" />;
  return <RecordFiles disabled value={files.join(',')} />;
}
