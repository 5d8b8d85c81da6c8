/** A positive whole number of an address, such as a record's or a page's; undefined for whatever else people type there. */
export function wholeIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
