import { App } from 'antd';
import { useEffect } from 'react';
import { textOf } from '@/api/errors';
import type { Source } from '../Loaded';

interface LoadedPaperProps<Data> {
  source: Omit<Source<Data>, 'refetch'>;
  onClose: () => void;
  children: (data: Data) => React.ReactNode;
}

/** A paper of what has to be asked for first; a failure is said, and nothing is printed. */
export function LoadedPaper<Data>({ source: { data, error }, onClose, children }: LoadedPaperProps<Data>) {
  const { message } = App.useApp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!error) return;
    void message.error(`打印失败：${textOf(error)}`, 6);
    onClose();
  }, [error]);
  return data === undefined ? null : children(data);
}
