/** What is measured of a list that is open: its tools, its rows, its columns, its targets. */
import type { Page } from '@playwright/test';
import { type AtSize, DESK, type Size } from './inspection';

/** Rows that a list shows at once on a laptop of 1366 x 768. */
export const LEAST_ROWS = 12;
/** Where the first card of a list begins on a phone, at the most. */
export const FIRST_CARD = 170;

export interface Measured {
  /** Lines of buttons, chips and tools above the rows, and their height. */
  lines: number;
  toolHeight: number;
  /** Buttons that wait behind 更多. */
  away: string[];
  rows: number;
  visible: number;
  /** Whether there are rows below those that are seen. */
  more: boolean;
  /** Top of the first row or card. */
  first: number;
  /** Cells of growing columns that are cut although the table has room elsewhere. */
  cut: string[];
  /** Columns that are wider than what stands in them, by how much. */
  loose: string[];
  /** Operations that reach the edge of their column. */
  tight: string[];
  /** Cells with nothing in them. */
  empty: string[];
  /** Most operations that stand beside a row. */
  acts: number;
  /** Targets smaller than the given size. */
  small: string[];
  targets: number;
}

/** Measures the list of the page that is shown; nothing where it has none. */
export const measured = (page: Page, least: number): Promise<Measured | null> =>
  page.evaluate((size) => {
    const shown = (one: Element) =>
      (one as HTMLElement).offsetParent !== null && getComputedStyle(one).visibility !== 'hidden';
    const at = (one: Element) => one.getBoundingClientRect();
    const list = [...document.querySelectorAll('.list_list-page')].find(shown);
    if (!list) return null;
    const all = (what: string) => [...list.querySelectorAll(what)].filter(shown);
    const words = (one: Element) =>
      (one.textContent || one.getAttribute('aria-label') || '').replace(/\s/g, '').slice(0, 24);
    // tools
    const bars = all('.list_toolbar');
    const tops = new Set(
      bars.flatMap((bar) =>
        [...bar.querySelectorAll('button')]
          .filter(shown)
          .map((one) => Math.round((at(one).top + at(one).height / 2) / 16)),
      ),
    );
    const away = [...list.querySelectorAll('[data-away]')].map(words);
    // rows
    const rows = all('.data-row, .card-list_card-list > li');
    const box = list.querySelector('.table_data-table');
    const floor = box ? at(box).top + box.clientHeight : innerHeight;
    const head = all('thead')[0];
    const roof = head && box ? at(head).bottom : 0;
    const visible = rows.filter(
      (row) => at(row).top >= roof - 1 && at(row).bottom <= Math.min(floor, innerHeight) + 1,
    ).length;
    // columns
    const natural = (cell: Element): number => {
      const range = document.createRange();
      const boxes: DOMRect[] = [];
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        boxes.push(range.getBoundingClientRect());
      }
      for (const mark of cell.querySelectorAll('svg, img, button, input, .tag')) boxes.push(at(mark));
      const seen = boxes.filter(({ width }) => width > 0);
      const { paddingLeft, paddingRight } = getComputedStyle(cell);
      const [left, right] = [Math.min(...seen.map((one) => one.left)), Math.max(...seen.map((one) => one.right))];
      const edges = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      const hidden = [cell, ...cell.querySelectorAll('*')].map((one) =>
        one.clientWidth > 0 ? one.scrollWidth - one.clientWidth : 0,
      );
      const whole = Math.max(...hidden) > 0 ? cell.clientWidth + Math.max(...hidden) : 0;
      return Math.max(0, right - left + edges, whole);
    };
    const heads = all('th[data-column]');
    const needs = heads.map((th) => {
      const cells = rows
        .map((row) => row.children[(th as HTMLTableCellElement).cellIndex])
        .filter((one): one is HTMLElement => Boolean(one));
      const wanted = Math.max(...[th, ...cells].map(natural));
      return { th: th as HTMLElement, cells, wanted, wide: (th as HTMLElement).offsetWidth };
    });
    const loose = needs.filter(({ wanted, wide }) => wide - wanted > 16);
    const grow = needs.filter(({ th }) => th.dataset.grow !== undefined);
    const cut = grow.flatMap(({ th, cells, wide }) =>
      cells.filter((cell) => natural(cell) > wide + 1).map((cell) => `${th.dataset.column}: ${words(cell)}`),
    );
    const tight = all('td.table_actions')
      .filter((cell) => natural(cell) > (cell as HTMLElement).offsetWidth + 1)
      .map(words);
    const empty = rows.flatMap((row) =>
      [...row.querySelectorAll('td, dd')]
        .filter(
          (one) =>
            shown(one) &&
            !one.querySelector('input, button, svg, img') &&
            (one.textContent ?? '').trim() === '' &&
            !one.className.includes('actions'),
        )
        .map((one) => `${words(row)} ${(one as HTMLTableCellElement).cellIndex}`),
    );
    // targets
    const targets = [
      ...document.querySelectorAll('button, a[href], input:not([type=hidden]), [role=button], [role=tab], .ant-select'),
    ].filter(
      (one) =>
        shown(one) &&
        !(one.closest('.ant-select') && !one.matches('.ant-select')) &&
        !one.closest('[aria-hidden=true], .skip') &&
        !one.closest('.skip') &&
        at(one).width > 1,
    );
    const reach = (one: Element) => {
      const own = at(one);
      const label = one.closest('label, .ant-input-affix-wrapper, .ant-picker');
      const box = label ? at(label) : own;
      const before = getComputedStyle(one, '::before');
      const after = getComputedStyle(one, '::after');
      const more = [before, after]
        .filter(({ position, content }) => position === 'absolute' && content !== 'none')
        .map(({ height, width }) => [Number.parseFloat(width), Number.parseFloat(height)] as const);
      return [
        Math.max(own.width, box.width, ...more.map(([w]) => w || 0)),
        Math.max(own.height, box.height, ...more.map(([, h]) => h || 0)),
      ] as const;
    };
    const small = targets.filter((one) => {
      const [w, h] = reach(one);
      return w < size - 0.5 || h < size - 0.5;
    });
    return {
      lines: tops.size,
      toolHeight: Math.round(bars.reduce((sum, bar) => sum + at(bar).height, 0)),
      away,
      rows: rows.length,
      visible,
      more: rows.length > visible,
      first: Math.round(rows[0] ? at(rows[0]).top : 0),
      cut: loose.length > 0 ? cut : [],
      loose: loose.map(({ th, wide, wanted }) => `${th.dataset.column}+${Math.round(wide - wanted)}`),
      tight,
      empty: [...new Set(empty)].slice(0, 4),
      acts: Math.max(
        0,
        ...rows.map(
          (row) =>
            [...row.querySelectorAll('.list_row-actions > *')].filter((one) => !one.matches('.list_more')).length,
        ),
      ),
      small: small.map(
        (one) =>
          `${one.localName}.${String(one.className).slice(0, 30)} ${words(one)} ${Math.round(at(one).width)}x${Math.round(at(one).height)}`,
      ),
      targets: targets.length,
    };
  }, least);

/** Height of the window that twelve rows are asked of. */
const LAPTOP = 768;
/** Windows that show a list as a table. */
const LISTS_AT: readonly Size[] = DESK.slice(0, 2);
const TARGET = { desk: 24, phone: 44 } as const;

/** What is wrong with a list at a desk: two lines of tools, few rows, names that are cut beside free room, small targets. */
function wrongAtDesk(list: Measured, height: number): string[] {
  return [
    ...(list.lines > 1 ? [`${list.lines} lines of tools`] : []),
    ...(height === LAPTOP && list.more && list.visible < LEAST_ROWS ? [`shows ${list.visible} rows`] : []),
    ...(list.acts > 2 ? [`${list.acts} actions beside a row`] : []),
    ...list.cut.slice(0, 3).map((cell) => `cut beside free room (${list.loose.join(', ')}): ${cell}`),
    ...list.tight.slice(0, 1).map((cell) => `actions wider than their column: ${cell}`),
    ...list.small.slice(0, 3).map((one) => `smaller than ${TARGET.desk}: ${one}`),
  ];
}

/** The list of a page that is open in a window of a desk. */
export const atDesk: AtSize = async (page, size) => {
  if (!LISTS_AT.includes(size)) return [];
  const list = await measured(page, TARGET.desk);
  return list ? wrongAtDesk(list, size.height) : [];
};

/** The same on a phone: where the first card begins, and what a finger misses. */
export const inHand: AtSize = async (page) => {
  const list = await measured(page, TARGET.phone);
  if (!list) return [];
  return [
    ...(list.first > FIRST_CARD ? [`the first card begins at ${list.first}`] : []),
    ...list.small.slice(0, 3).map((one) => `smaller than ${TARGET.phone}: ${one}`),
  ];
};
