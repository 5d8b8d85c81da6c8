/**
 * How a grid is worked: where one is, what is being typed, keys, mouse and clipboard. The cell that one is at has a text box
 * that holds the focus and its whole text chosen, so that every way of input begins a text in its place.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { RegisterRow } from '@/api/registers';
import { isPicked } from './CellPicker';
import { fromClipboard, toClipboard } from './clipboard';
import {
  type Copied,
  type Draft,
  emptied,
  type Frame,
  filledDown,
  heldIn,
  locked,
  pasted,
  redone,
  type Typed,
  textOf,
  typing,
  understood,
  undone,
} from './draft';
import { type Choice, moved, next, only, type Place, places, rangeOf } from './range';

export interface GridInput {
  frame: Frame;
  rows: readonly RegisterRow[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  /** Says something about what was done. */
  onSay: (sentence: string) => void;
  onSave: () => void;
  /** Nothing may be changed while it is saved. */
  busy: boolean;
}

/** What the cell that one is at is doing: nothing, holding a text that is typed, or choosing. */
type Doing = { kind: 'text'; text: string } | { kind: 'pick' } | null;

const placeOf = (target: EventTarget | null): Place | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-row]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
};

/**
 * Keeps the focus in the text box of the cell one is at, and the cell in sight; also when a `round` is over, whose button has
 * gone: more rows were read, or what was typed was saved.
 */
function useFocusAt({ row, column }: Place, doing: Doing, text: string, round: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const before = useRef({ place: '', text: '' });
  // before the next key comes
  useLayoutEffect(() => {
    const place = `${row}/${column}/${doing?.kind}/${round}`;
    const [isMoved, isOther] = [before.current.place !== place, before.current.text !== text];
    before.current = { place, text };
    const input = box.current;
    if (!input || doing?.kind === 'pick') return;
    if (isMoved) {
      input.focus({ preventScroll: true });
      const cell = table.current?.querySelector(`td[data-row="${row}"][data-column="${column}"]`);
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    if (doing === null && (isMoved || (isOther && document.activeElement === input))) input.select();
  });
  return { box, table };
}

/** What the chosen cells hold, and putting into them what was copied here or elsewhere. */
function useClipboard({ frame, rows, draft, onDraft, choice, onChoice, onSay, busy }: GridInput) {
  const copied = useRef<Copied | undefined>(undefined);
  const range = rangeOf(choice);
  const copy = (event: React.ClipboardEvent) => {
    event.preventDefault();
    const cells: { code: string; typed: Typed }[][] = [];
    for (const { row: line, column } of places(range)) {
      const [field, row] = [frame.fields[column], rows[line]];
      if (!field || !row) continue;
      const held = cells[line - range.top] ?? [];
      cells[line - range.top] = [...held, { code: field.code, typed: heldIn(frame, draft.changes, field, row) }];
    }
    const text = toClipboard(cells.map((line) => line.map(({ typed }) => typed.text)));
    copied.current = { text, cells };
    event.clipboardData.setData('text/plain', text);
  };
  const paste = (event: React.ClipboardEvent) => {
    event.preventDefault();
    if (busy) return;
    const text = event.clipboardData.getData('text/plain');
    const own = copied.current?.text === text.replaceAll('\r\n', '\n') ? copied.current : undefined;
    const done = pasted(draft, { frame, rows }, range, fromClipboard(text), own);
    onDraft(done.draft);
    const { top, left, bottom, right } = done.range;
    onChoice({ from: { row: top, column: left }, at: { row: bottom, column: right } });
    if (done.left) onSay(done.left);
  };
  return { copy, paste };
}

export function useGridInput(input: GridInput) {
  const { frame, rows, draft, onDraft, choice, onChoice, onSay, onSave, busy } = input;
  const [doing, setDoing] = useState<Doing>(null);
  // Tab goes from cell to cell once something was typed; before, it leaves the grid as it leaves everything else
  const [entering, setEntering] = useState(false);
  const dragging = useRef(false);
  const { at } = choice;
  const size = { rows: rows.length, columns: frame.fields.length };
  const range = rangeOf(choice);
  const field = frame.fields[at.column];
  const row = rows[at.row];
  const text = field && row ? textOf(frame, draft.changes, field, row) : '';
  const closed = !field || !row || busy ? '正在保存，请稍候' : locked(field, row);
  const { box, table } = useFocusAt(at, doing, text, `${rows.length}/${busy}`);
  const { copy, paste } = useClipboard(input);

  const put = (typed: Typed) => {
    if (field && row) onDraft(typing(draft, frame, rows, [{ id: row.id, code: field.code, typed }]));
  };
  const commit = () => {
    if (doing?.kind === 'text' && field) put(understood(frame, field, doing.text));
    setDoing(null);
  };
  const go = (to: Place, extend = false) => onChoice(extend ? { from: choice.from, at: to } : only(to));
  const begin = () => {
    if (closed) return onSay(closed);
    setDoing(field && isPicked(field) ? { kind: 'pick' } : { kind: 'text', text });
  };

  const whenTyping = (event: React.KeyboardEvent) => {
    const { key, shiftKey } = event;
    const breaks = event.altKey || event.ctrlKey;
    if (key === 'Escape') {
      event.preventDefault();
      return setDoing(null);
    }
    if (key === 'Enter' && breaks && field?.kind === 'long' && doing?.kind === 'text') {
      event.preventDefault();
      return setDoing({ kind: 'text', text: `${doing.text}\n` });
    }
    const step = key === 'Enter' ? moved(at, shiftKey ? 'ArrowUp' : 'ArrowDown', false, size) : undefined;
    const to = key === 'Tab' ? next(at, shiftKey, size) : step;
    if (!to) return;
    event.preventDefault();
    commit();
    setEntering(true);
    go(to);
  };

  const shortcuts: Readonly<Record<string, () => void>> = {
    d: () => onDraft(filledDown(draft, frame, rows, range)),
    z: () => onDraft(undone(draft)),
    y: () => onDraft(redone(draft)),
    a: () => onChoice({ from: { row: 0, column: 0 }, at: { row: size.rows - 1, column: size.columns - 1 } }),
    s: onSave,
  };
  const whenStill = (event: React.KeyboardEvent) => {
    const { key, shiftKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const shortcut = ctrl ? shortcuts[key.toLowerCase()] : undefined;
    const isEmptying = key === 'Delete' || key === 'Backspace';
    const to = key === 'Tab' ? (entering ? next(at, shiftKey, size) : undefined) : moved(at, key, ctrl, size);
    if (!shortcut && !isEmptying && !to && key !== 'Enter' && key !== 'F2') return;
    event.preventDefault();
    if (shortcut) return busy ? undefined : shortcut();
    if (isEmptying) return busy ? undefined : onDraft(emptied(draft, frame, rows, range));
    if (!to) return begin();
    if (key !== 'Tab') setEntering(false);
    go(to, shiftKey && key !== 'Tab');
  };

  /** What the table listens to. */
  const surface = {
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.nativeEvent.isComposing || doing?.kind === 'pick') return;
      if (doing) whenTyping(event);
      else whenStill(event);
    },
    onMouseDown: (event: React.MouseEvent) => {
      const to = placeOf(event.target);
      if (!to || event.button !== 0) return;
      const isHere = to.row === at.row && to.column === at.column;
      if (isHere && doing) return;
      // the text box keeps the focus
      event.preventDefault();
      if (doing) commit();
      setEntering(false);
      go(to, event.shiftKey);
      dragging.current = true;
      if (isHere) box.current?.focus({ preventScroll: true });
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (event.buttons !== 1) dragging.current = false;
      const to = dragging.current ? placeOf(event.target) : undefined;
      if (to && (to.row !== at.row || to.column !== at.column)) go(to, true);
    },
    onDoubleClick: (event: React.MouseEvent) => {
      if (!doing && placeOf(event.target)) begin();
    },
  };
  /** What the text box of the cell one is at takes. */
  const typed = {
    value: doing?.kind === 'text' ? doing.text : text,
    readOnly: closed !== '',
    onChange: ({ target }: React.ChangeEvent<HTMLTextAreaElement>) => setDoing({ kind: 'text', text: target.value }),
    onCompositionStart: () => {
      if (!doing && !closed) setDoing({ kind: 'text', text: '' });
    },
    ...(!doing && { onCopy: copy, onPaste: paste }),
  };
  return { doing, stop: () => setDoing(null), put, field, row, range, box, table, surface, typed };
}
