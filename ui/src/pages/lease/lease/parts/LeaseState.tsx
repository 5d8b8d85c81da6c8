import type { LeaseRow } from '@/api/lease';
import { LEASE_STATES } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { StateTag } from '@/ui/DictTag';

const SIGNED = 3;
const EXPIRED = 5;
const VOID = 9;

/** The state of a lease; one that ran out and was renewed needs nobody any more. */
export function LeaseState({ lease: { state, renewals } }: { lease: Pick<LeaseRow, 'state' | 'renewals'> }) {
  const renewed = renewals.some((one) => one.state >= SIGNED && one.state < VOID);
  if (state === EXPIRED && renewed) return <StateTag tone="off">已续租</StateTag>;
  return <ChoiceTag among={LEASE_STATES} value={state} />;
}
