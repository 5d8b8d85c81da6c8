import { useEffect, useState } from 'react';
import type { ListState } from './state';
import type { ColumnChoice } from './useColumns';
import { useViews } from './views';

/**
 * A list that is opened without a question begins with the person's default view. Says whether the list has to wait: for
 * what its default is, or for the address to carry it, so that nothing is read twice.
 */
export function useDefaultView(
  page: string | null,
  { asked, ask, pageNum }: ListState,
  choose: (choice: ColumnChoice) => void,
): boolean {
  const views = useViews();
  const ready = views?.defaults.ready ?? true;
  const wanted = ready && page !== null ? views?.defaults.of(page) : undefined;
  // once only: who clears the filters afterwards means it
  const [open, setOpen] = useState(() => {
    const isFresh = asked === '' && pageNum === 1 && views !== null && page !== null;
    return isFresh && (!ready || wanted !== undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is known
  useEffect(() => {
    if (!open || !ready) return;
    if (wanted && asked === '') {
      choose({ keys: wanted.keys, widths: wanted.widths });
      // it is over when the address has it
      if (ask(wanted.search)) return;
    }
    setOpen(false);
  }, [open, ready, wanted, asked]);
  return open && asked === '';
}
