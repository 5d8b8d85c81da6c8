import { Skeleton } from 'antd';
import type { CloseCheck } from '@/api/finance/payout';
import { LeaseLink } from '@/features/business/links';
import { monthText } from '@/features/finance/payouts/labels';
import { monthEnd } from '@/lib/dates';
import { useCan } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { PageLink } from '@/ui/PageLink';
import valuesStyles from '@/ui/values.module.css';
import styles from './close.module.css';

/** Where the things of a kind are listed, and who may see that list. */
const LISTS: Record<string, readonly [permission: string, path: (partyAId: number, until: string) => string]> = {
  unbilled: ['fin:bill:list', () => '/fin/bill'],
  unclaimed: ['fin:receipt:list', (party, until) => `/fin/receipt?state=0&partyAId=${party}&value=~${monthEnd(until)}`],
  lease: ['lease:lease:list', (party) => `/lease/lease?state=1&partyAId=${party}`],
  change: ['lease:lease:approve', () => '/todo'],
  waiver: ['fin:waiver:list', (party) => `/fin/waiver?state=1&partyAId=${party}`],
  refund: ['fin:refund:list', (party) => `/fin/refund?state=1&partyAId=${party}`],
  expense: ['fin:expense:list', (party) => `/fin/expense?state=1&partyAId=${party}`],
  remittance: ['fin:remittance:list', (party) => `/fin/remittance?state=1&partyAId=${party}`],
  settlement: ['fin:settlement:list', (party) => `/lease/settlement?state=1&partyAId=${party}`],
  difference: ['fin:reconcile:list', () => '/fin/close?tab=checks'],
  unchecked: ['fin:reconcile:list', () => '/fin/close?tab=checks'],
};

interface CloseListProps {
  told: CloseCheck | undefined;
  asking: boolean;
  partyAId: number;
  until: string;
  /** A link leads away from the dialog. */
  onLeave: () => void;
}

/** What is open before the close: what must be done first, what only should be looked at, and what is settled. */
export function CloseList({ told, asking, partyAId, until, onLeave }: CloseListProps) {
  const can = useCan();
  if (!told) return <Skeleton active paragraph={{ rows: 6 }} />;
  const open = told.items.filter(({ count }) => count > 0);
  const none = told.items.filter(({ count }) => count === 0).map(({ label }) => label);
  const link = (kind: string) => {
    const [permission, path] = LISTS[kind] ?? [];
    if (!permission || !path || !can([permission])) return null;
    return <PageLink to={path(partyAId, until)}>去办理</PageLink>;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears the links inside, which keys press too
    <div
      aria-busy={asking}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onLeave();
      }}
    >
      <ul className={styles.checkList} aria-label="月结前的未办事项">
        {open.map(({ kind, label, count, forbids }) => (
          <li key={kind}>
            <header>
              <StateTag tone={forbids ? 'bad' : 'warn'}>{forbids ? '必须先办' : '提醒'}</StateTag>
              <b>{label}</b>
              {kind !== 'unchecked' && <span className={valuesStyles.figure}>{count}</span>}
              <span className="t2">{link(kind)}</span>
            </header>
            {kind === 'unbilled' && (
              <ul className={styles.closeLeases}>
                {told.leases.map(({ leaseId, leaseNo, tenantName, month }) => (
                  <li key={leaseId}>
                    <LeaseLink leaseId={leaseId}>{leaseNo}</LeaseLink> {tenantName}，{monthText(month)}起
                  </li>
                ))}
                {count > told.leases.length && <li>另有 {count - told.leases.length} 份</li>}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {open.length === 0 && (
        <p>
          <StateTag tone="ok">没有未办事项</StateTag>
        </p>
      )}
      {none.length > 0 && <p className="t2">已办妥：{none.join('、')}</p>}
      {open.some(({ forbids }) => !forbids) && <p className="t2">“提醒”不影响月结：月结以后再办的，记入次月首日。</p>}
    </div>
  );
}
