import { type DragEvent, useState } from 'react';
import type { FileInfo } from '@/api/file';
import type { Upload } from './useUploads';

/** What cards and list both get. */
export interface FilesProps {
  files: readonly FileInfo[];
  uploads: readonly Upload[];
  disabled: boolean;
  loading: boolean;
  onRemove: (id: number) => void;
  onMove: (id: number, place: number) => void;
  onCancel: (key: number) => void;
  onRetry: (key: number) => void;
}

/** Order by dragging one file onto the place of another. */
export function useDragOrder(files: readonly FileInfo[], disabled: boolean, onMove: FilesProps['onMove']) {
  const [dragged, setDragged] = useState<number | null>(null);
  return (file: FileInfo) => ({
    draggable: !disabled && files.length > 1,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(file.id));
      setDragged(file.id);
    },
    onDragEnd: () => setDragged(null),
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      setDragged(null);
      if (dragged !== file.id) onMove(dragged, files.indexOf(file));
    },
  });
}
