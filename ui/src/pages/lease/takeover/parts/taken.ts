import type { TakenLease } from '@/api/takeover';

export const withoutScan = (leases: readonly TakenLease[]): TakenLease[] => leases.filter(({ files }) => files === 0);

/** Contracts that are looked for: those without a scan alone, or those whose numbers or tenant hold a word. */
export function shownTaken(leases: readonly TakenLease[], asked: { onlyMissing: boolean; word: string }): TakenLease[] {
  const word = asked.word.trim();
  const among = asked.onlyMissing ? withoutScan(leases) : [...leases];
  if (word === '') return among;
  return among.filter(({ tenantName, leaseNo, paperNo }) =>
    [tenantName, leaseNo, paperNo].some((text) => text.includes(word)),
  );
}
