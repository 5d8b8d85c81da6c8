import { Button } from 'antd';
import { ApiError, CODE, textOf } from '@/api/errors';
import { EmptyState } from '../EmptyState';

interface NothingProps {
  error: unknown;
  filtered: boolean;
  noun: string;
  /** What the list is for; lines of a text. */
  about?: string | undefined;
  onRetry: () => void;
  onReset: () => void;
  /** Back to the list's own order; given where another one was asked for. */
  onUnsort?: (() => void) | undefined;
}

/** Why there are no rows to show. */
export function Nothing({ error, filtered, noun, about, onRetry, onReset, onUnsort }: NothingProps) {
  if (error) {
    const locked = error instanceof ApiError && error.code === CODE.forbidden;
    return (
      <EmptyState
        kind={locked ? 'locked' : 'error'}
        title={locked ? textOf(error) : `${noun}列表加载失败`}
        text={locked ? '如需使用，请联系管理员授权。' : textOf(error)}
        action={
          <>
            <Button onClick={onRetry}>重试</Button>
            {onUnsort && !locked && <Button onClick={onUnsort}>恢复默认排序</Button>}
          </>
        }
      />
    );
  }
  if (filtered) {
    return (
      <EmptyState
        kind="empty"
        title={`没有符合条件的${noun}`}
        text="换个条件再试，或清空全部条件。"
        action={<Button onClick={onReset}>清空条件</Button>}
      />
    );
  }
  return <EmptyState kind="empty" title={`还没有${noun}`} {...(about && { text: about })} />;
}
