import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import dayjs from 'dayjs';
import type { RoomCard, Tenancy } from '@/api/assets';
import { LeaseState } from '@/api/generated/enums';
import { ENDING_SOON, HOLDOVER } from '@/features/assets/roomStates';
import { LeaseLink, leasePath, TenantLink } from '@/features/business/links';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { Can } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { useOpenPage } from '@/ui/useOpenPage';
import styles from './rooms.module.css';

function endWords({ effectiveEnd, renewPriority, renewNoticeDays }: Tenancy): string {
  const left = dayjs(effectiveEnd).diff(today(), 'day');
  const ends = `剩余 ${left} 天到期`;
  if (!renewPriority) return ends;
  const until = dayjs(effectiveEnd).subtract(renewNoticeDays, 'day').format('YYYY-MM-DD');
  const late = dayjs(today()).diff(until, 'day');
  return `${ends}，承租人享有优先承租权，应于 ${until} 前书面提出${late > 0 ? `（已逾 ${late} 天）` : ''}`;
}

/** What has to be known first: money that is missing, a tenant who stays, a lease that ends. */
export function TenancyWarnings({ room }: { room: RoomCard }) {
  const { tenancy, state } = room;
  if (!tenancy) return null;
  const owes = tenancy.arrearsFen ?? 0;
  const warnings: [tone: 'bad' | 'warn', words: string][] = [];
  if (owes > 0) warnings.push(['bad', `欠缴 ${formatYuan(owes)} 元（${tenancy.overdueBills} 笔逾期）`]);
  if (state === HOLDOVER) warnings.push(['bad', `合同已于 ${tenancy.effectiveEnd} 届满，承租人尚未退房`]);
  if (state === ENDING_SOON) warnings.push(['warn', endWords(tenancy)]);
  return warnings.map(([tone, words]) => (
    <p key={words} className={`${styles.roomWarning} ${styles[tone]}`}>
      <ExclamationCircleFilled aria-hidden /> <span>{words}</span>
    </p>
  ));
}

/** The lease behind the room. */
export function TenancyPart({ room: { tenancy, depositFen } }: { room: RoomCard }) {
  const openPage = useOpenPage();
  if (!tenancy) return null;
  const { leaseId, leaseNo, tenantId, tenantName, startDate, effectiveEnd, monthRentFen, rooms, arrearsFen, state } =
    tenancy;
  const to = leasePath(leaseId);
  const over = state === LeaseState.Expired || state === LeaseState.Terminated;
  return (
    <>
      <h4>
        合同 <LeaseLink leaseId={leaseId}>{leaseNo}</LeaseLink>
      </h4>
      <Facts
        look="rows"
        facts={[
          [
            '承租人',
            <TenantLink key="tenant" tenantId={tenantId}>
              {tenantName}
            </TenantLink>,
          ],
          ['租赁期', `${startDate} 至 ${effectiveEnd}`],
          ['月租金', `${formatYuan(monthRentFen)} 元${rooms > 1 ? `（${rooms} 间合计）` : ''}`],
          [
            '欠缴',
            arrearsFen == null ? (
              ''
            ) : arrearsFen > 0 ? (
              <b key="owes" className={styles.bad}>
                {formatYuan(arrearsFen)} 元
              </b>
            ) : (
              '无'
            ),
          ],
          ['押金', depositFen == null ? '' : `${formatYuan(depositFen)} 元`],
        ]}
      />
      <div className={styles.actions}>
        <Can permission="lease:lease:query">
          <Button onClick={() => openPage(to)}>查看合同</Button>
          {(state === LeaseState.Running || over) && (
            <Can permission="lease:lease:edit">
              <Button onClick={() => openPage(`${to}?action=${over ? 'giveBack' : 'terminate'}`)}>退租</Button>
            </Can>
          )}
          {(state === LeaseState.Running || state === LeaseState.Expired) && (
            <Can permission="lease:lease:add">
              <Button type="primary" onClick={() => openPage(`${to}?action=renew`)}>
                续租
              </Button>
            </Can>
          )}
        </Can>
      </div>
    </>
  );
}
