/** What runs over the leases say of themselves. */
import type { Billed, RunFigures } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';

/** How far a run is in whole percent; never 100 before it has ended. */
export const shareOf = ({ done, total }: Pick<RunFigures, 'done' | 'total'>): number =>
  total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : 0;

/** What was issued, in a sentence. */
export function issuedText({ issued, adjusted, amountFen }: Pick<Billed, 'issued' | 'adjusted' | 'amountFen'>): string {
  if (issued + adjusted === 0) return '没有需要出账的账期，账单已是最新。';
  const parts = [issued > 0 && `新出账单 ${issued} 张`, adjusted > 0 && `调整账单 ${adjusted} 张`].filter(Boolean);
  return `${parts.join('，')}，合计 ${formatYuan(amountFen)} 元。`;
}
