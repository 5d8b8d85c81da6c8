import { Button } from 'antd';
import type { LeaseRow } from '@/api/lease';
import { PaperSubject } from '@/api/papers';
import { PapersButton } from '@/features/papers/PapersButton';
import { today } from '@/lib/serverClock';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { PaperButton } from '@/ui/print/PaperButton';
import { Withheld } from '@/ui/Withheld';
import { endTitle } from './changeForm';

const LeasePaper = lazy(() => import('./LeasePaper'));

/** What can be done with a lease. */
export type Action =
  | 'edit'
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'return'
  | 'reject'
  | 'sign'
  | 'cancel'
  | 'deliver'
  | 'giveBack'
  | 'change'
  | 'terminate'
  | 'renew'
  | 'settle';

interface Offer {
  action: Action;
  label: string;
  /** Of the lease, or a whole one. */
  permission: 'add' | 'edit' | 'approve' | 'fin:settlement:query';
  /** States of the lease in which it is offered. */
  states: readonly number[];
  primary?: boolean;
  danger?: boolean;
}

/** States of a lease that can be renewed: it runs, or has run out. */
export const RENEWABLE: readonly number[] = [4, 5];
/** Why a person who wrote or submitted something is not offered to decide it. */
export const OWN_SUBMISSION = '起草、修改或提交过的人不能审批自己经手的合同或变更，请由其他有审批权限的人员审批';
const DECISIONS: readonly Action[] = ['approve', 'return', 'reject'];

const OFFERS: readonly Offer[] = [
  { action: 'edit', label: '修改', permission: 'edit', states: [0] },
  { action: 'submit', label: '提交审批', permission: 'edit', states: [0], primary: true },
  { action: 'withdraw', label: '撤回', permission: 'edit', states: [1] },
  { action: 'approve', label: '同意', permission: 'approve', states: [1], primary: true },
  { action: 'return', label: '退回', permission: 'approve', states: [1] },
  { action: 'reject', label: '驳回', permission: 'approve', states: [1], danger: true },
  { action: 'sign', label: '登记签订', permission: 'edit', states: [2], primary: true },
  { action: 'cancel', label: '作废', permission: 'approve', states: [2, 3], danger: true },
  { action: 'change', label: '发起变更', permission: 'edit', states: [2, 3, 4] },
  { action: 'terminate', label: '提前终止', permission: 'edit', states: [3, 4, 6] },
  { action: 'renew', label: '续租', permission: 'add', states: RENEWABLE },
  { action: 'deliver', label: '登记交房', permission: 'edit', states: [3, 4] },
  { action: 'giveBack', label: '登记退房', permission: 'edit', states: [4, 5, 6] },
  { action: 'settle', label: '退租结算', permission: 'fin:settlement:query', states: [5, 6, 7] },
];

const done: Partial<Record<Action, (lease: LeaseRow) => boolean>> = {
  deliver: ({ deliveredDate }) => Boolean(deliveredDate),
  giveBack: ({ returnedDate }) => Boolean(returnedDate),
};

/** Why the rooms cannot come back yet: while the lease runs, somebody else approves its early end first. */
export const NOT_OVER = '租期尚未届满，提前退房请先办理提前终止';
const runsOn = ({ effectiveEnd, endDate }: LeaseRow) => effectiveEnd === endDate && today() < endDate;

/** Why an operation that the state allows cannot be done now; empty when it can. */
export function reasonAgainst(action: Action, lease: LeaseRow): string {
  if (action === 'giveBack' && runsOn(lease)) return NOT_OVER;
  return lease.ownSubmission && DECISIONS.includes(action) ? OWN_SUBMISSION : '';
}

interface DecidableProps {
  /** Whether the reader submitted it himself. */
  own: boolean;
  children: (disabled: boolean) => React.ReactNode;
}

/** A button that decides: for the submitter it stands disabled, and a tooltip says why. */
export const Decidable = ({ own, children }: DecidableProps) => (
  <Withheld reason={own ? OWN_SUBMISSION : ''}>{children}</Withheld>
);

const permissionOf = ({ permission }: Offer): string =>
  permission.includes(':') ? permission : `lease:lease:${permission}`;

const isOffered = ({ states, action }: Offer, lease: LeaseRow): boolean =>
  states.includes(lease.state) && !done[action]?.(lease);

/** The operation of a name, when a person may do it with a lease as it is now. */
export function offered(
  name: string,
  lease: LeaseRow,
  can: (wanted: readonly string[]) => boolean,
): Action | undefined {
  const offer = OFFERS.find((one) => one.action === name);
  if (!offer || !isOffered(offer, lease) || !can([permissionOf(offer)])) return undefined;
  return reasonAgainst(offer.action, lease) ? undefined : offer.action;
}

/** The operations that the lease's state allows. */
export function LeaseButtons({ lease, onAction }: { lease: LeaseRow; onAction: (action: Action) => void }) {
  const offers = OFFERS.filter((offer) => isOffered(offer, lease));
  return (
    <>
      <PaperButton paper={(onClose) => <LeasePaper lease={lease} onClose={onClose} />} />
      <PapersButton
        of={{
          subject: PaperSubject.Lease,
          ids: [lease.leaseId],
          subjectId: lease.leaseId,
          partyAId: lease.partyAId,
          about: lease.leaseNo,
        }}
      />
      {offers.map(({ action, label, primary, danger, ...offer }) => (
        <Can key={action} permission={permissionOf({ action, label, ...offer })}>
          <Withheld reason={reasonAgainst(action, lease)}>
            {(disabled) => (
              <Button
                {...(primary && { type: 'primary' })}
                {...(danger && { danger })}
                disabled={disabled}
                onClick={() => onAction(action)}
              >
                {action === 'terminate' ? endTitle(lease) : label}
              </Button>
            )}
          </Withheld>
        </Can>
      ))}
    </>
  );
}
