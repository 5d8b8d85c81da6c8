import { issueSlips } from '@/api/finance/slips';
import { printPaper } from '@/stores/paper';
import { lazy } from '@/ui/lazy';

const SlipPaper = lazy(() => import('./SlipPaper'));

/** Issues the slip 收据 of a receipt and hands it to the printer, on the paper of tills. */
export async function printSlip(receiptId: number): Promise<void> {
  const slips = await issueSlips([receiptId]);
  printPaper((onClose) => <SlipPaper slips={slips} size="A5" onClose={onClose} />);
}
