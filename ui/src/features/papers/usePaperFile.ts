import { App } from 'antd';
import { download } from '@/api/client';
import { startPaperFile } from '@/api/papers';
import { useMutation } from '@/lib/useMutation';

/** Fetches the file of a paper, or of many in one; a long one becomes a task. A second press waits. */
export function usePaperFile() {
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (ids: readonly number[]) => startPaperFile(ids),
    onSuccess: (started) => {
      if ('fileName' in started) download(started.fileName);
      else void message.info(started.text);
    },
  });
}
