/**
 * A list without a mouse (people.md 7): J and K go from row to row, the arrows too once a row has the focus; Enter opens,
 * the space bar ticks, left and right close and open a branch, N presses what the page offers first.
 */
import { useLetters } from '@/lib/useLetters';
import styles from './list.module.css';

const ROW = 'tr.data-row';
/** How the action is called that shows a record, whatever else stands before it. */
const OPENING = /^(详情|查看|打开)/;

export const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(ROW)];

/** What Enter presses: the action that shows the record, the link of its name, or its first action. */
function openerOf(row: HTMLElement): HTMLElement | undefined {
  const acts = [...row.querySelectorAll<HTMLButtonElement>(`.${styles.rowActions} button:not(:disabled)`)];
  return (
    acts.find(({ textContent }) => OPENING.test(textContent ?? '')) ??
    row.querySelector<HTMLElement>('td a[href], td button.link:not(:disabled)') ??
    acts[0]
  );
}

function firstAct(list: Element): HTMLElement | null {
  const line = list.querySelector(`.${styles.actsLine}`);
  return (
    line?.querySelector<HTMLElement>('button.ant-btn-primary:not(:disabled)') ??
    line?.querySelector<HTMLElement>('button:not(:disabled)') ??
    null
  );
}

function focus(row: HTMLElement | undefined): boolean {
  row?.focus();
  row?.scrollIntoView?.({ block: 'nearest' });
  return row !== undefined;
}

/** Puts the focus on the first row, or on the list that has none. */
export function toFirstRow(list: Element): void {
  if (!focus(rowsOf(list)[0])) list.querySelector<HTMLElement>('section')?.focus();
}

function turn(row: HTMLElement, open: boolean): boolean {
  const button = row.querySelector<HTMLElement>(`.${styles.treeOpen}[aria-expanded="${!open}"]`);
  button?.click();
  return button !== null;
}

/** What a key does with the row that has the focus. */
function withRow(key: string, rows: readonly HTMLElement[], here: number): boolean {
  const row = rows[here];
  if (!row) return false;
  if (key === 'ArrowDown') return focus(rows[here + 1]);
  if (key === 'ArrowUp') return focus(rows[here - 1]);
  if (key === 'Home') return focus(rows[0]);
  if (key === 'End') return focus(rows[rows.length - 1]);
  if (key === 'ArrowRight' || key === 'ArrowLeft') return turn(row, key === 'ArrowRight');
  // a button or a link inside of the row has its own Enter and space
  if (document.activeElement !== row) return false;
  const pressed = key === 'Enter' ? openerOf(row) : key === ' ' ? row.querySelector<HTMLElement>('input') : null;
  pressed?.click();
  return pressed !== null && pressed !== undefined;
}

export function useRowKeys(list: React.RefObject<HTMLElement | null>): void {
  useLetters(true, (key) => {
    const element = list.current;
    if (!element || element.closest('[hidden], [aria-hidden="true"]')) return false;
    const rows = rowsOf(element);
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    if (key === 'j') return focus(rows[here + 1]);
    if (key === 'k') return focus(rows[Math.max(0, here - 1)]);
    if (key === 'n') {
      const act = firstAct(element);
      act?.click();
      return act !== null;
    }
    return withRow(key, rows, here);
  });
}
