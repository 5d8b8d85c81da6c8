import { PaperClipOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { textOf } from '@/api/errors';
import { API_BASE } from '@/lib/base';

interface FileInfo {
  id: number;
  name: string;
  size: number;
}

const KB = 1024;

/** «1.5 MB» */
export function fileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  return bytes < KB * KB ? `${(bytes / KB).toFixed(0)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}

/** The attached files of something, as links; nothing when there are none. */
export function Attachments({ ids }: { ids: string }) {
  const files = useQuery({
    queryKey: ['files', ids],
    queryFn: ({ signal }) => api.get<{ data: FileInfo[] }>(`/system/fileInfo/list/${ids}`, undefined, signal),
    enabled: ids !== '',
  });
  if (ids === '') return null;
  return (
    <section className="attachments" aria-label="附件">
      <h3>附件</h3>
      {files.isError && <p className="t3">{textOf(files.error)}</p>}
      <ul>
        {files.data?.data.map(({ id, name, size }) => (
          <li key={id}>
            <a href={`${API_BASE}/common/download/${id}`} download={name}>
              <PaperClipOutlined aria-hidden /> {name}
            </a>
            <span className="t3">{fileSize(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
