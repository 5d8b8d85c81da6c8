import { Skeleton } from 'antd';
import { LoadFailed } from './LoadFailed';

/** As much of a query as is needed to show what it is at. */
export interface Source<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  source: Source<Data>;
  /** Said when it could not be read: «账单加载失败». */
  title: string;
  /** Lines of the waiting shape. */
  lines?: number;
  /** Stands for nothing: shown instead of an empty list. */
  empty?: React.ReactNode;
  children: (data: Data) => React.ReactNode;
}

/** What is read from the server, in each of its states: waiting, failed with another try, nothing, there. */
export function Loaded<Data>({ source, title, lines = 8, empty, children }: LoadedProps<Data>) {
  const { data, error, refetch } = source;
  if (error) return <LoadFailed title={title} error={error} retry={refetch} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: lines }} />;
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty;
  return children(data);
}
