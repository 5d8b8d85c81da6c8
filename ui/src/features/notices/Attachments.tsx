import { PaperClipOutlined } from '@ant-design/icons';
import { textOf } from '@/api/errors';
import { fetchFiles } from '@/api/file';
import { API_BASE } from '@/lib/base';
import { useQuery } from '@/lib/useQuery';
import { idsOf, sizeText } from '../FileUploader/rules';

/** The attached files of something, as links; nothing when there are none. */
export function Attachments({ ids }: { ids: string }) {
  const files = useQuery({
    queryKey: ['files', ids],
    queryFn: () => fetchFiles(idsOf(ids)),
    enabled: ids !== '',
  });
  if (ids === '') return null;
  return (
    <section className="attachments" aria-label="附件">
      <h3>附件</h3>
      {files.isError && <p className="t3">{textOf(files.error)}</p>}
      <ul>
        {files.data?.map(({ id, fileName, size }) => (
          <li key={id}>
            <a href={`${API_BASE}/common/download/${id}`} download={fileName}>
              <PaperClipOutlined aria-hidden /> {fileName}
            </a>
            <span className="t3">{sizeText(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
