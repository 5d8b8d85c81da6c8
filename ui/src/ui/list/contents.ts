/** How wide a table's columns would have to be, for nothing in them to be cut. */

/** Around the text of a tag. */
const TAG_EDGE = 9;

const MARKS = new Set(['svg', 'IMG', 'BUTTON', 'INPUT']);

const hides = ({ scrollWidth, clientWidth }: Element): number => (clientWidth > 0 ? scrollWidth - clientWidth : 0);

/** What a walk through a cell has found. */
interface Extent {
  left: number;
  right: number;
  hidden: number;
}

function add(extent: Extent, box: DOMRect, edge = 0): void {
  if (box.width === 0) return;
  extent.left = Math.min(extent.left, box.left - edge);
  extent.right = Math.max(extent.right, box.right + edge);
}

/** One walk for texts, marks and what is cut: a page of rows has a thousand nodes. */
function walk(node: Node, extent: Extent, range: Range, inTag: boolean): void {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child instanceof Element) {
      const isTag = child.classList.contains('tag');
      if (isTag || MARKS.has(child.tagName)) add(extent, child.getBoundingClientRect());
      // a drawing hides nothing and says nothing
      if (!(child instanceof HTMLElement)) continue;
      extent.hidden = Math.max(extent.hidden, hides(child));
      walk(child, extent, range, inTag || isTag);
    } else if (child instanceof Text) {
      range.selectNodeContents(child);
      add(extent, range.getBoundingClientRect(), inTag ? TAG_EDGE : 0);
    }
  }
}

/** The width of what stands in a cell, also of what is cut, without the cell's own edges. */
function contentWidth(cell: HTMLElement, range: Range, edges: number): number {
  const extent = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, hidden: hides(cell) };
  walk(cell, extent, range, false);
  const seen = extent.right > extent.left ? extent.right - extent.left : 0;
  // what is cut ends in three points, and its rectangle with them: the box says how much it hides
  return extent.hidden > 0 ? Math.max(seen, cell.clientWidth - edges + extent.hidden) : seen;
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
