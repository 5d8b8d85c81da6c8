import { App } from 'antd';
import { useState } from 'react';
import { reportError } from '@/api/failures';
import { useCan } from '../Can';
import styles from './table.module.css';
import { moveTo, siblingsOf, type TreeRow } from './tree';
import type { RowAction } from './types';

/** How a tree list stores the order of rows below one parent. */
export interface Reorder {
  permission: string;
  save: (ids: readonly number[], orderNums: readonly number[]) => Promise<unknown>;
}

interface ReorderInput<Row> {
  reorder: Reorder | undefined;
  nodes: readonly TreeRow<Row>[];
  idOf: (row: TreeRow<Row>) => number;
  nameOf: (row: TreeRow<Row>) => string;
  /** True while rows are missing: a place among some of the siblings says nothing. */
  filtered: boolean;
}

/** Moving a row among its siblings: by dragging, and by 上移 and 下移 for the keyboard. */
export function useReorder<Row extends object>(input: ReorderInput<Row>) {
  const { reorder, nodes, idOf, nameOf, filtered } = input;
  const can = useCan();
  const { message } = App.useApp();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const possible = reorder !== undefined && !filtered && can([reorder.permission]);
  const idsBeside = (id: number) => siblingsOf(nodes, id, idOf).map(idOf);

  const move = (row: TreeRow<Row>, place: number) => {
    const ids = moveTo(idsBeside(idOf(row)), idOf(row), place);
    if (!reorder || !ids || busy) return;
    setBusy(true);
    reorder
      .save(
        ids,
        ids.map((_id, index) => index + 1),
      )
      .then(() => {
        void message.success(`已移动“${nameOf(row)}”`);
      })
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  const placeOf = (row: TreeRow<Row>) => idsBeside(idOf(row)).indexOf(idOf(row));
  const action = (key: string, label: string, step: 1 | -1): RowAction<TreeRow<Row>> => ({
    key,
    label,
    inMenu: true,
    permission: reorder?.permission ?? '',
    show: (row) => {
      const place = placeOf(row) + step;
      return possible && place >= 0 && place < idsBeside(idOf(row)).length;
    },
    run: (row) => move(row, placeOf(row) + step),
  });
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  /** Whether the dragged row may come to where this one is. */
  const takes = (id: number) => dragged !== null && dragged !== id && idsBeside(dragged).includes(id);
  const rowExtras = (row: TreeRow<Row>): React.HTMLAttributes<HTMLElement> => {
    if (!possible) return {};
    const id = idOf(row);
    const marks = `${dragged === id ? styles.dragged : ''} ${over === id ? styles.dropHere : ''}`;
    return {
      className: marks,
      onDragOver: (event) => {
        if (!takes(id)) return;
        event.preventDefault();
        if (over !== id) setOver(id);
      },
      onDragLeave: () => setOver((before) => (before === id ? null : before)),
      onDrop: (event) => {
        event.preventDefault();
        const ids = dragged === null ? [] : idsBeside(dragged);
        const moved = siblingsOf(nodes, id, idOf).find((other) => idOf(other) === dragged);
        if (moved) move(moved, ids.indexOf(id));
        end();
      },
    };
  };
  const start = (event: React.DragEvent, row: TreeRow<Row>) => {
    const { dataTransfer } = event;
    const line = (event.currentTarget as HTMLElement).closest('tr');
    if (dataTransfer) {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', nameOf(row));
      if (line) dataTransfer.setDragImage(line, 16, 16);
    }
    setDragged(idOf(row));
  };
  return {
    possible,
    actions: reorder ? [action('up', '上移', -1), action('down', '下移', 1)] : [],
    rowExtras,
    start,
    end,
  };
}
