import { DeleteOutlined, EyeOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Image, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { addressOf, type FileInfo } from '@/api/file';
import { type FilesProps, useDragOrder } from './parts';
import styles from './uploader.module.css';
import type { Upload } from './useUploads';

/** Above dialogs and the frame (specification). */
const VIEWER_Z_INDEX = 9999;

interface CardProps extends Pick<FilesProps, 'disabled' | 'onRemove' | 'onMove'> {
  file: FileInfo;
  place: number;
  total: number;
  onView: () => void;
}

function Card({ file, place, total, disabled, onRemove, onMove, onView }: CardProps) {
  const name = file.fileName;
  const step = (by: number, label: string, icon: ReactNode, off: boolean) => (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={`${label} ${name}`}
      title={label}
      disabled={off}
      onClick={() => onMove(file.id, place + by)}
    />
  );
  return (
    <>
      {file.thumbnailUrl ? (
        <img src={addressOf(file.thumbnailUrl)} alt={name} draggable={false} />
      ) : (
        <span className={`${styles.uploaderNoimage} t3`}>{name}</span>
      )}
      <span className={styles.uploaderTools}>
        {!disabled && step(-1, '前移', <LeftOutlined />, place === 0)}
        <Button
          size="small"
          type="text"
          icon={<EyeOutlined />}
          aria-label={`查看 ${name}`}
          title="查看"
          disabled={!file.previewUrl}
          onClick={onView}
        />
        {!disabled && (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除 ${name}`}
            title="删除"
            onClick={() => onRemove(file.id)}
          />
        )}
        {!disabled && step(1, '后移', <RightOutlined />, place === total - 1)}
      </span>
    </>
  );
}

/** What did not arrive, with its reason. */
export function Failures({ uploads, onCancel, onRetry }: Pick<FilesProps, 'uploads' | 'onCancel' | 'onRetry'>) {
  const failed: Upload[] = uploads.filter((one) => one.state === 'failed');
  if (failed.length === 0) return null;
  return (
    <ul className={styles.uploaderFailures} role="alert">
      {failed.map(({ key, file, trouble }) => (
        <li key={key}>
          <span>
            {file.name}：{trouble}
          </span>
          <Button size="small" type="link" onClick={() => onRetry(key)}>
            重试
          </Button>
          <Button size="small" type="link" onClick={() => onCancel(key)}>
            移除
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Pictures as cards with a viewer that zooms and rotates. */
export function PictureCards({ children, ...props }: FilesProps & { children: ReactNode }) {
  const { files, uploads, disabled, loading, onRemove, onMove } = props;
  const [viewed, setViewed] = useState<number | null>(null);
  const drag = useDragOrder(files, disabled, onMove);
  const shown = files.filter((file) => file.previewUrl);
  const current = Math.max(
    0,
    shown.findIndex((file) => file.id === viewed),
  );
  return (
    <>
      <ul className={styles.uploaderCards}>
        {files.map((file, place) => (
          <li key={file.id} className={styles.uploaderCard} {...drag(file)}>
            <Card
              {...{ file, place, disabled, onRemove, onMove }}
              total={files.length}
              onView={() => setViewed(file.id)}
            />
          </li>
        ))}
        {loading && <Skeleton.Node active className={styles.uploaderCard} />}
        {children && <li className={styles.uploaderChoosers}>{children}</li>}
      </ul>
      <Failures uploads={uploads} onCancel={props.onCancel} onRetry={props.onRetry} />
      {shown.length > 0 && (
        <Image.PreviewGroup
          items={shown.map((file) => ({ src: addressOf(file.previewUrl ?? ''), alt: file.fileName }))}
          preview={{
            open: viewed !== null,
            current,
            zIndex: VIEWER_Z_INDEX,
            onChange: (place) => setViewed(shown[place]?.id ?? null),
            onOpenChange: (open) => !open && setViewed(null),
          }}
        />
      )}
    </>
  );
}
