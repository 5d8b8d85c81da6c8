import type { KeyboardEvent } from 'react';
import { CHOICE } from './graph';
import { type Line, lines, type Tree } from './tree';

interface Actions {
  tree: Tree;
  selected: string;
  select: (key: string) => void;
  open: () => void;
  /** Absent where nothing may be changed. */
  edit?:
    | {
        add: (kind: 'task' | 'choice') => void;
        move: (by: number) => void;
        remove: () => void;
        undo: () => void;
        redo: () => void;
      }
    | undefined;
}

/** Where an arrow leads; null where it leads nowhere. */
export function arrow(all: readonly Line[], selected: string, key: string): string | null {
  const at = all.findIndex((line) => line.key === selected);
  const here = all[at];
  if (!here) return all[0]?.key ?? null;
  const beside = all.filter((line) => line.branch && line.parent === here.parent);
  const column = beside.findIndex((line) => line.key === selected);
  switch (key) {
    case 'ArrowDown':
      return all[at + 1]?.key ?? null;
    case 'ArrowUp':
      return all[at - 1]?.key ?? null;
    case 'Home':
      return all[0]?.key ?? null;
    case 'End':
      return all[all.length - 1]?.key ?? null;
    case 'ArrowRight':
      if (here.branch) return beside[column + 1]?.key ?? null;
      return here.node?.type === CHOICE ? (all[at + 1]?.key ?? null) : null;
    case 'ArrowLeft':
      if (here.branch) return beside[column - 1]?.key ?? here.parent;
      return here.parent;
    default:
      return null;
  }
}

/**
 * Keys of the tree: arrows, Home and End move, Enter opens the panel, Insert adds an step after (with Shift a choice),
 * Alt with up or down moves, Delete takes away, Ctrl+Z and Ctrl+Y go back and forth.
 */
export function onTreeKey(event: KeyboardEvent, actions: Actions): void {
  const action = actionOf(event, actions);
  if (!action) return;
  event.preventDefault();
  action();
}

/** What a key is for; null where it is the browser's. */
function actionOf(event: KeyboardEvent, { tree, selected, select, open, edit }: Actions): (() => void) | null {
  const { key, altKey, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (!edit) return null;
    if (key.toLowerCase() === 'z') return shiftKey ? edit.redo : edit.undo;
    return key.toLowerCase() === 'y' ? edit.redo : null;
  }
  if (altKey) {
    if (edit && key === 'ArrowUp') return () => edit.move(-1);
    return edit && key === 'ArrowDown' ? () => edit.move(1) : null;
  }
  if (edit && key === 'Insert') return () => edit.add(shiftKey ? 'choice' : 'task');
  if (edit && key === 'Delete') return edit.remove;
  if (key === 'Enter' || key === ' ') return open;
  const to = arrow(lines(tree), selected, key);
  return to === null ? null : () => select(to);
}
