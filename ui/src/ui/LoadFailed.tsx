import { Button } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { EmptyState } from './EmptyState';

interface LoadFailedProps {
  title: string;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** What could not be loaded, why, and another try. */
export function LoadFailed({ title, error, retry }: LoadFailedProps) {
  const [trying, setTrying] = useState(false);
  const again = () => {
    setTrying(true);
    void retry().finally(() => setTrying(false));
  };
  const button = (
    <Button loading={trying} onClick={again}>
      重试
    </Button>
  );
  return <EmptyState kind="error" title={title} text={textOf(error)} action={button} />;
}
