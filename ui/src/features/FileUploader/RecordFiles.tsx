import { useRef } from 'react';
import { LoadFailed } from '@/ui/LoadFailed';
import { FileUploader, type FileUploaderProps } from './FileUploader';
import { isPicture } from './rules';
import styles from './uploader.module.css';
import { useFiles } from './useFiles';

/** The two sorts of a record's files, and what is done when one of them changes. */
function useSorts(value: string | null | undefined, onChange: ((value: string) => void) | undefined) {
  const { ids, files, failed } = useFiles(value);
  // what was just uploaded as a picture is one before its record has been fetched
  const taken = useRef(new Set<number>());
  const latest = useRef(ids);
  const seen = useRef(value);
  if (seen.current !== value) {
    seen.current = value;
    latest.current = ids;
  }
  const known = new Set(files.filter(({ suffix }) => isPicture(suffix)).map(({ id }) => id));
  const isOne = (id: number) => taken.current.has(id) || known.has(id);
  const emit = (pictures: number[], others: number[]) => {
    latest.current = [...pictures, ...others];
    onChange?.(latest.current.join(','));
  };
  const listed = (text: string) => text.split(',').filter(Boolean).map(Number);
  return {
    failed,
    pictures: ids.filter(isOne).join(','),
    others: ids.filter((id) => !isOne(id)).join(','),
    setPictures: (text: string) => {
      const next = listed(text);
      for (const id of next) taken.current.add(id);
      emit(
        next,
        latest.current.filter((id) => !isOne(id)),
      );
    },
    setOthers: (text: string) => emit(latest.current.filter(isOne), listed(text)),
  };
}

/** The files of a record: its pictures as cards with the viewer, everything else as a list. */
export function RecordFiles({ id, value, onChange, disabled = false }: Omit<FileUploaderProps, 'mode' | 'max'>) {
  const { pictures, others, setPictures, setOthers, failed } = useSorts(value, onChange);
  if (failed) return <LoadFailed title="附件加载失败" error={failed.error} retry={failed.refetch} />;
  return (
    <div className={styles.recordFiles}>
      {(!disabled || pictures !== '') && (
        <FileUploader
          {...(id && { id })}
          mode="picture-card"
          value={pictures}
          onChange={setPictures}
          disabled={disabled}
        />
      )}
      {(!disabled || others !== '') && (
        <FileUploader mode="drag" value={others} onChange={setOthers} disabled={disabled} />
      )}
    </div>
  );
}
