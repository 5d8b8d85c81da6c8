/** What a view keeps, as text; whatever cannot be read in it is left out. */
import { choiceOf } from '@/ui/list/useColumns';
import type { ViewState } from '@/ui/list/views';

export const textOfState = ({ search, keys, widths }: ViewState): string =>
  JSON.stringify({ search, ...(keys && { keys }), ...(Object.keys(widths).length > 0 && { widths }) });

/** The state of a view: its filter, and columns as they are kept in the browser. */
export function stateOfText(text: string): ViewState {
  const kept = jsonOf(text);
  const search = (kept as { search?: unknown }).search;
  return { ...choiceOf(kept), search: typeof search === 'string' ? search : '' };
}

function jsonOf(text: string): object {
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

const sorted = (search: string): string => {
  const given = new URLSearchParams(search);
  given.delete('pageNum');
  given.delete('pageSize');
  given.sort();
  return given.toString();
};

/** Whether two texts of an address ask the same. */
export const asksTheSame = (one: string, other: string): boolean => sorted(one) === sorted(other);
