import { useRef } from 'react';
import { FileList } from '@/features/FileUploader/FileList';
import { useUploads } from '@/features/FileUploader/useUploads';
import { PICTURES } from './clean';

/** Puts a stored picture where the cursor is. */
export type InsertPicture = (address: string, alt: string, href: string) => void;

const nothing = () => {};

/**
 * Pictures on their way into a text: they stand below it until they have arrived, and one that did not can be tried again.
 * `settle` waits for them; false = one did not arrive.
 */
export function usePictures() {
  const insert = useRef<InsertPicture>(nothing);
  const { uploads, add, cancel, retry, settle } = useUploads({
    pause: 0,
    onArrived: (files) => {
      for (const { id, fileName } of files) insert.current(`${PICTURES}${id}`, fileName, '');
    },
    onFailed: nothing,
  });
  const take = (file: File, place: InsertPicture) => {
    insert.current = place;
    add([file]);
  };
  const onTheWay = (
    <FileList
      files={[]}
      uploads={uploads}
      disabled={false}
      loading={false}
      onRemove={nothing}
      onMove={nothing}
      onCancel={cancel}
      onRetry={retry}
    />
  );
  return { take, settle, onTheWay };
}
