import { StateTag } from '@/ui/DictTag';
import { settlementStands } from './labels';

/** How a settlement stands, its refunds included. */
export function SettlementTag({ of }: { of: { state: number; unpaidFen: number } }) {
  const stands = settlementStands(of);
  return <StateTag tone={stands?.tone ?? 'plain'}>{stands?.label ?? ''}</StateTag>;
}
