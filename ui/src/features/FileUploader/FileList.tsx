import { CloseOutlined, DeleteOutlined, DownOutlined, FileOutlined, RedoOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Progress, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { reportError } from '@/api/failures';
import { saveFile } from '@/api/file';
import { type FilesProps, useDragOrder } from './parts';
import { sizeText } from './rules';
import styles from './uploader.module.css';
import type { Upload } from './useUploads';

function Tool({
  label,
  name,
  icon,
  off = false,
  onClick,
}: {
  label: string;
  name: string;
  icon: ReactNode;
  off?: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={`${label} ${name}`}
      title={label}
      disabled={off}
      onClick={onClick}
    />
  );
}

function OnTheWay({ upload, onCancel, onRetry }: { upload: Upload } & Pick<FilesProps, 'onCancel' | 'onRetry'>) {
  const { key, file, state, percent, trouble } = upload;
  return (
    <li className={styles.uploaderRow}>
      <FileOutlined aria-hidden />
      <span className={styles.uploaderName}>{file.name}</span>
      <span className="t3">{sizeText(file.size)}</span>
      {state === 'failed' ? (
        <span className={styles.uploaderRed} role="alert">
          {trouble}
        </span>
      ) : (
        <Progress
          className={styles.uploaderProgress}
          size="small"
          percent={percent}
          aria-label={`${file.name} 上传进度`}
        />
      )}
      {state === 'failed' && (
        <Tool label="重试" name={file.name} icon={<RedoOutlined />} onClick={() => onRetry(key)} />
      )}
      <Tool
        label={state === 'failed' ? '移除' : '取消'}
        name={file.name}
        icon={<CloseOutlined />}
        onClick={() => onCancel(key)}
      />
    </li>
  );
}

/** Any files as a list: name, size, progress; order by drag or by the two arrows. */
export function FileList(props: FilesProps) {
  const { files, uploads, disabled, loading, onRemove, onMove, onCancel, onRetry } = props;
  const drag = useDragOrder(files, disabled, onMove);
  if (files.length + uploads.length === 0)
    return loading ? <Skeleton active paragraph={{ rows: 1 }} title={false} /> : null;
  return (
    <ul className={styles.uploaderList}>
      {files.map((file, place) => (
        <li key={file.id} className={styles.uploaderRow} {...drag(file)}>
          <FileOutlined aria-hidden />
          <Button
            type="link"
            className={styles.uploaderName}
            onClick={() => {
              saveFile(file.id).catch(reportError);
            }}
          >
            {file.fileName}
          </Button>
          <span className="t3">{sizeText(file.size)}</span>
          {!disabled && (
            <>
              <Tool
                label="上移"
                name={file.fileName}
                icon={<UpOutlined />}
                off={place === 0}
                onClick={() => onMove(file.id, place - 1)}
              />
              <Tool
                label="下移"
                name={file.fileName}
                icon={<DownOutlined />}
                off={place === files.length - 1}
                onClick={() => onMove(file.id, place + 1)}
              />
              <Tool label="删除" name={file.fileName} icon={<DeleteOutlined />} onClick={() => onRemove(file.id)} />
            </>
          )}
        </li>
      ))}
      {uploads.map((upload) => (
        <OnTheWay key={upload.key} {...{ upload, onCancel, onRetry }} />
      ))}
    </ul>
  );
}
