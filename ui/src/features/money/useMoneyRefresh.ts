import { useQueryClient } from '@tanstack/react-query';
import { listKey } from '@/ui/list/ListPage';

const LISTS = ['fin-receipt', 'fin-bill', 'fin-deposit', 'fin-lateFee'];
const KEYS = ['bill', 'receipt', 'deposit', 'held-credit', 'refundable', 'receipt-preview'];

/** Loads anew what is shown of money after some of it moved between bills. */
export function useMoneyRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of LISTS) void client.invalidateQueries({ queryKey: listKey(name) });
    for (const key of KEYS) void client.invalidateQueries({ queryKey: [key] });
  };
}
