import { Alert } from 'antd';
import { useNavigate } from 'react-router';
import { booksQuery, removeBook } from '@/api/registerDesign';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';

/** Uploads that somebody left in the middle; they go by themselves after a week. */
export default function Unfinished() {
  const navigate = useNavigate();
  const books = useQuery(booksQuery());
  const removing = useMutation({ mutationFn: removeBook });
  return (
    <>
      {books.error && <FailedLine title="未完成的上传加载失败" error={books.error} retry={books.refetch} />}
      {(books.data ?? []).map(({ bookId, name, at }) => (
        <Alert
          key={bookId}
          type="info"
          title={`未完成：${name}，${toMinute(at)}`}
          action={
            <>
              <button type="button" className="link" onClick={() => navigate(`/gen/book?book=${bookId}`)}>
                继续
              </button>{' '}
              <button
                type="button"
                className="link"
                disabled={removing.isPending}
                onClick={() => removing.mutate(bookId)}
              >
                删除
              </button>
            </>
          }
        />
      ))}
    </>
  );
}
