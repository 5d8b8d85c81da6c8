/** Which rows of a long list are drawn: those in sight and a few around them. */

export interface Range {
  first: number;
  /** One past the last. */
  end: number;
}

export function visibleRange(scrollTop: number, height: number, rowHeight: number, count: number, around = 8): Range {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - around;
  const end = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + around;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count) };
}

/** The scroll that brings a row into sight with the least movement. */
export function scrollFor(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  const bottom = top + rowHeight;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}

/** Where a key leads from a row; undefined for other keys. */
export function nextIndex(key: string, at: number, count: number, page: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}
