import { CameraOutlined, CloudUploadOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Spin } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { usePending } from '@/ui/pending';
import { useMedia } from '@/ui/useMedia';
import { FileList } from './FileList';
import { PictureCards } from './PictureCards';
import { acceptOf, complaintAbout, limitText, MOST, moved, type UploadMode } from './rules';
import styles from './uploader.module.css';
import { useFiles } from './useFiles';
import { type Upload, useUploads } from './useUploads';

export interface FileUploaderProps {
  /** Given by Form.Item. */
  id?: string;
  /** Ids of the files, comma-joined. */
  value?: string | null;
  onChange?: (value: string) => void;
  /** Cards for pictures, or a list for any file. */
  mode?: UploadMode;
  /** 10 pictures or 100 files unless said otherwise. */
  max?: number;
  disabled?: boolean;
}

/** What was just emitted counts at once, also before the parent has handed it back. */
function useIds(value: string | null | undefined, onChange: ((value: string) => void) | undefined) {
  const { ids, files, loading, remember } = useFiles(value);
  const latest = useRef(ids);
  const seen = useRef(value);
  if (seen.current !== value) {
    seen.current = value;
    latest.current = ids;
  }
  const emit = (next: number[]) => {
    latest.current = next;
    onChange?.(next.join(','));
  };
  return { ids, files, loading, remember, emit, latest };
}

/** Takes files of the dialog or of a drop; says what is wrong with those it leaves out. */
function useTaking(mode: UploadMode, max: number, room: () => number, add: (files: File[]) => void) {
  const { message } = App.useApp();
  return (given: Iterable<File>) => {
    const all = [...given];
    const good = all.filter((file) => complaintAbout(mode, file) === '');
    const bad = all.find((file) => complaintAbout(mode, file) !== '');
    if (bad) message.error(`${bad.name}：${complaintAbout(mode, bad)}`);
    const free = Math.max(0, room());
    if (good.length > free) message.warning(limitText(mode, max));
    add(good.slice(0, free));
  };
}

/** A phone's camera, beside its gallery: `capture` would leave only the camera. */
function Camera({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept="image/jpeg,image/png,image/heic"
        capture="environment"
        aria-label="拍摄照片"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <button
        type="button"
        className={`${styles.uploaderChoose} ${styles.uploaderChoosePictureCard}`}
        onClick={() => input.current?.click()}
      >
        <CameraOutlined aria-hidden />
        <span>拍照</span>
      </button>
    </>
  );
}

interface ChooserProps {
  id?: string | undefined;
  mode: UploadMode;
  disabled: boolean;
  onFiles: (files: Iterable<File>) => void;
  children: ReactNode;
}

const LOOKS = { drag: styles.uploaderChooseDrag, 'picture-card': styles.uploaderChoosePictureCard };

/** A button that opens the file dialog and takes what is dropped on it. */
function Chooser({ id, mode, disabled, onFiles, children }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles(event.dataTransfer.files);
  };
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        multiple
        tabIndex={-1}
        accept={acceptOf(mode)}
        disabled={disabled}
        aria-label={mode === 'drag' ? '选择文件' : '选择图片'}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <button
        id={id}
        type="button"
        className={`${styles.uploaderChoose} ${LOOKS[mode]} ${over ? styles.isOver : ''}`}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
      </button>
    </>
  );
}

const CARD_FACE = (
  <>
    <PlusOutlined aria-hidden />
    <span>上传图片</span>
  </>
);
const DROP_FACE = (
  <>
    <CloudUploadOutlined aria-hidden className={styles.uploaderCloud} />
    <span>将文件拖到此处，或点击选择文件</span>
  </>
);

/** Uploads pictures or files and emits their ids; order by drag or by the buttons of each file. */
export function FileUploader({
  id,
  value,
  onChange,
  mode = 'picture-card',
  max = MOST[mode],
  disabled = false,
}: FileUploaderProps) {
  const { message } = App.useApp();
  const byHand = useMedia('(pointer: coarse)');
  const { files, loading, remember, emit, latest } = useIds(value, onChange);
  const queue = useUploads({
    onArrived: (arrived) => {
      remember(arrived);
      emit([...latest.current, ...arrived.map((file) => file.id)]);
    },
    onFailed: () => message.error('上传失败'),
  });
  usePending(queue.settle);
  const room = () => max - latest.current.length - queue.taken;
  const take = useTaking(mode, max, room, queue.add);
  const shared = {
    files,
    uploads: queue.uploads as readonly Upload[],
    disabled,
    onRemove: (gone: number) => emit(latest.current.filter((other) => other !== gone)),
    onMove: (which: number, place: number) => emit(moved(latest.current, which, place)),
    onCancel: queue.cancel,
    onRetry: queue.retry,
  };
  const chooser = !disabled && room() > 0 && (
    <Chooser id={id} mode={mode} disabled={disabled} onFiles={take}>
      {mode === 'drag' ? DROP_FACE : CARD_FACE}
    </Chooser>
  );
  const mask = { spinning: queue.busy, description: '上传中' };
  return (
    <div>
      {mode === 'drag' ? (
        <>
          <Spin {...mask}>{chooser || <span />}</Spin>
          {!disabled && <p className={`t3 ${styles.uploaderHint}`}>{limitText(mode, max)}</p>}
          <FileList {...shared} loading={loading} />
        </>
      ) : (
        <>
          <Spin {...mask}>
            <PictureCards {...shared} loading={loading}>
              {chooser && (
                <>
                  {chooser}
                  {byHand && <Camera onFiles={take} />}
                </>
              )}
            </PictureCards>
          </Spin>
          {!disabled && <p className={`${styles.uploaderHint} ${styles.uploaderRed}`}>{limitText(mode, max)}</p>}
        </>
      )}
    </div>
  );
}
