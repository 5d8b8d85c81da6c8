/** How wide a table's columns would have to be, for nothing in them to be cut. */

/** Around the text of a tag. */
const TAG_EDGE = 9;

const MARKS = 'svg, img, button, input, .tag';

const hides = ({ scrollWidth, clientWidth }: HTMLElement): number => (clientWidth > 0 ? scrollWidth - clientWidth : 0);

/** The width of what stands in a cell, also of what is cut, without the cell's own edges. */
function contentWidth(cell: HTMLElement, range: Range, edges: number): number {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (box: DOMRect, edge = 0) => {
    if (box.width === 0) return;
    left = Math.min(left, box.left - edge);
    right = Math.max(right, box.right + edge);
  };
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    add(range.getBoundingClientRect(), text.parentElement?.closest('.tag') ? TAG_EDGE : 0);
  }
  for (const mark of cell.querySelectorAll(MARKS)) add(mark.getBoundingClientRect());
  const seen = right > left ? right - left : 0;
  // what is cut ends in three points, and its rectangle with them: the box says how much it hides
  const hidden = Math.max(...[cell, ...cell.querySelectorAll<HTMLElement>('*')].map(hides));
  return hidden > 0 ? Math.max(seen, cell.clientWidth - edges + hidden) : seen;
}

/** Widths of what stands in the columns of a table, heads too, in the order of its `th[data-column]`. */
export function contentsOf(table: HTMLTableElement): number[] {
  const range = document.createRange();
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('th[data-column]')];
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const [sample] = heads;
  const style = sample && getComputedStyle(sample);
  const edges = style ? Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) : 0;
  return heads.map((head) => {
    const cells = [head, ...rows.flatMap((row) => row.cells[head.cellIndex] ?? [])];
    // a whole pixel more, as widths of texts have fractions
    return Math.ceil(Math.max(...cells.map((cell) => contentWidth(cell, range, edges))) + edges) + 1;
  });
}
