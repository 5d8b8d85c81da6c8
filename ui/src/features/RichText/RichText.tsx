import { Spin } from 'antd';
import { Suspense } from 'react';
import { lazy } from '@/ui/lazy';
import styles from './rich-text.module.css';

const Editor = lazy(() => import('./Editor'));

export interface RichTextProps {
  /** Given by Form.Item. */
  id?: string;
  /** Rich text; the server cleans it when it is stored. */
  value?: string | null;
  onChange?: (html: string) => void;
  /** Height of the text in pixels. */
  height?: number;
  disabled?: boolean;
  placeholder?: string;
}

export const EDITOR_HEIGHT = 300;

/** A rich text editor. Its code is a chunk of its own and comes with the first use. */
export function RichText(props: RichTextProps) {
  const { height = EDITOR_HEIGHT } = props;
  const waiting = (
    <div className={`${styles.richText} ${styles.richTextWaiting}`} style={{ height: height + 41 }}>
      <Spin description="正在加载富文本资源" />
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <Editor {...props} height={height} />
    </Suspense>
  );
}
