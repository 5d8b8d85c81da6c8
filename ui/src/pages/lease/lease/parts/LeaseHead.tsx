import { Button, Steps } from 'antd';
import type { LeaseRow } from '@/api/lease';
import { BILLING_CYCLES, depositText, LEASE_STATES, labelOf } from '@/features/business/labels';
import { LeaseLink, RoomLink, TenantLink } from '@/features/business/links';
import { areaText, ChoiceTag, roomName } from '@/features/business/parts';
import { useBillsOf } from '@/features/finance/LeaseMoney';
import { formatYuan } from '@/lib/money';
import { Can, useCan } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { type Fact, Facts } from '@/ui/Facts';
import { FailedLine } from '@/ui/FailedLine';
import { usePhone } from '@/ui/useMedia';
import { useLeasePlan } from './BillsTab';
import { type Action, LeaseButtons } from './LeaseButtons';
import { LeaseState } from './LeaseState';
import styles from './lease.module.css';

/** The states a lease passes on its way, in order. */
const WAY = [0, 1, 2, 3, 4, 5, 7];
export const SIGNED = 3;
const RUNNING = 4;
const EXPIRED = 5;
const TERMINATED = 6;
const VOID = 9;

/** The day on which a state was reached, or will be by the calendar. */
function dayOf(lease: LeaseRow, state: number): string {
  const step = [...lease.steps].reverse().find((one) => one.state === state);
  if (step) return step.at.slice(0, 10);
  if (lease.state >= VOID) return '';
  if (state === RUNNING) return lease.startDate;
  return state === EXPIRED ? lease.effectiveEnd : '';
}

function Progress({ lease }: { lease: LeaseRow }) {
  const off = lease.state === VOID || lease.state === TERMINATED;
  const states = off ? [...WAY.filter((state) => dayOf(lease, state) !== ''), lease.state] : WAY;
  // a phone has room for what was last, what is and what comes next
  const phone = usePhone();
  const current = states.indexOf(lease.state);
  const first = phone ? Math.max(0, current - 1) : 0;
  const shown = phone ? states.slice(first, current + 2) : states;
  return (
    <Steps
      size="small"
      titlePlacement="vertical"
      responsive={false}
      initial={first}
      current={current}
      items={shown.map((state) => ({ title: labelOf(LEASE_STATES, state), content: dayOf(lease, state) || '—' }))}
    />
  );
}

/** What the lease is, in two lines; on paper as well. */
export function leaseFacts(lease: LeaseRow): Fact[] {
  const rooms = lease.roomList.map((room, place) => (
    <span key={room.roomId}>
      {place > 0 && '、'}
      <RoomLink {...room}>
        <span title={room.roomCode}>{roomName(room)}</span>
      </RoomLink>
    </span>
  ));
  const rise = lease.escalation ? '，按约定递增' : '';
  const facts: Fact[] = [
    ['甲方', lease.partyAName],
    [
      '乙方',
      <TenantLink key="tenant" tenantId={lease.tenantId}>
        {lease.tenantName}
      </TenantLink>,
    ],
    ['租赁期', <span key="term" className={styles.nowrap}>{`${lease.startDate} 至 ${lease.effectiveEnd}`}</span>],
    ['月租金', `${formatYuan(lease.monthRentFen)} 元（${labelOf(BILLING_CYCLES, lease.billingCycle)}${rise}）`],
    ['押金', depositText(lease)],
    [
      '房间',
      <span key="rooms">
        {rooms}（{areaText(lease.rentAreaM2)} ㎡）
      </span>,
    ],
    ['续租自', lease.renews && <LinkedLeaseOf key="renews" lease={lease.renews} />],
    [
      '续租合同',
      lease.renewals.length > 0 && lease.renewals.map((one) => <LinkedLeaseOf key={one.leaseId} lease={one} />),
    ],
  ];
  return facts.filter(([, value]) => value !== false);
}

const LeaseFacts = ({ lease }: { lease: LeaseRow }) => <Facts look="beside" facts={leaseFacts(lease)} />;

/** A lease before or after this one, with its state. */
function LinkedLeaseOf({
  lease: { leaseId, leaseNo, state },
}: {
  lease: { leaseId: number; leaseNo: string; state: number };
}) {
  return (
    <span>
      <LeaseLink leaseId={leaseId}>{leaseNo}</LeaseLink> <ChoiceTag among={LEASE_STATES} value={state} />
    </span>
  );
}

/** 将于…提前终止: the lease runs until then. */
function EarlyEnd({ state, effectiveEnd, endDate }: LeaseRow) {
  if (state > RUNNING || effectiveEnd >= endDate) return null;
  return <StateTag tone="warn">{`将于 ${effectiveEnd} 提前终止`}</StateTag>;
}

/** What is overdue of a lease; null for people who do not see bills. */
function useMoney(lease: LeaseRow) {
  const may = useCan()(['fin:bill:list']) && lease.state >= SIGNED;
  const { data } = useBillsOf({ leaseId: lease.leaseId }, may);
  if (!data) return null;
  const overdue = data.rows.filter(({ overdueDays }) => overdueDays > 0);
  return {
    issuedFen: data.sums.amountFen - data.sums.waivedFen,
    paidFen: data.sums.allocatedFen,
    overdueFen: overdue.reduce((sum, { outstandingFen }) => sum + outstandingFen, 0),
  };
}

interface MoneyProps {
  leaseId: number;
  money: ReturnType<typeof useMoney>;
}

/** 合同总额, 已出账, 已收, 欠缴. */
function Money({ leaseId, money }: MoneyProps) {
  const { data: plan, error, refetch } = useLeasePlan(leaseId);
  const figures: (readonly [string, number | undefined, string | undefined])[] = [
    ['合同总额', plan?.totalFen, ''],
    ['已出账', money?.issuedFen, ''],
    ['已收', money?.paidFen, styles.ok],
    ['欠缴', money?.overdueFen, money?.overdueFen ? styles.bad : ''],
  ];
  return (
    <>
      {error && <FailedLine bar title="合同总额加载失败" error={error} retry={refetch} />}
      <dl className={styles.leaseMoney} aria-label="合同收缴">
        {figures
          .filter(([, fen]) => fen !== undefined)
          .map(([name, fen, tone]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={tone}>{formatYuan(fen)}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

interface HeadProps {
  lease: LeaseRow;
  onAction: (action: Action) => void;
  onReceipt: () => void;
}

/** Number, state and operations; facts; the way of the lease; its money. */
export function LeaseHead({ lease, onAction, onReceipt }: HeadProps) {
  const money = useMoney(lease);
  return (
    <section className={`card ${styles.leaseHead}`} aria-label="合同概要">
      <header>
        <h2>{lease.leaseNo}</h2>
        <LeaseState lease={lease} />
        <EarlyEnd {...lease} />
        {money !== null && money.overdueFen > 0 && <StateTag tone="bad">有欠缴</StateTag>}
        {lease.versionNo > 0 && <span className="tag">版本 v{lease.versionNo}</span>}
        <span className={styles.actions}>
          <LeaseButtons lease={lease} onAction={onAction} />
          {lease.state >= SIGNED && lease.state < VOID && (
            <Can permission="fin:receipt:add">
              <Button type="primary" onClick={onReceipt}>
                登记收款
              </Button>
            </Can>
          )}
        </span>
      </header>
      <LeaseFacts lease={lease} />
      <div className={styles.leaseWay}>
        <Progress lease={lease} />
        <Money leaseId={lease.leaseId} money={money} />
      </div>
    </section>
  );
}
