import { Spin } from 'antd';
import { lazy } from '@/ui/lazy';
import styles from './rich-text.module.css';

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

const Editor = lazy(
  () => import('./Editor'),
  ({ height }: RichTextProps & { height: number }) => (
    <div className={`${styles.richText} ${styles.richTextWaiting}`} style={{ height: height + 41 }}>
      <Spin description="正在加载富文本资源" />
    </div>
  ),
);

/** A rich text editor. Its code is a chunk of its own and comes with the first use. */
export const RichText = ({ height = EDITOR_HEIGHT, ...props }: RichTextProps) => <Editor {...props} height={height} />;
