import { App, Button } from 'antd';
import { listBills } from '@/api/finance/ledger';
import type { TenantRow } from '@/api/lease';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import styles from '../../lease/parts/lease.module.css';

export type Deed =
  | { kind: 'edit' | 'statement' | 'receipt' }
  | { kind: 'notice'; letter: boolean; billIds: readonly number[] };

const MOST = 500;

/** What can be done about a tenant; a notice asks for what is open, a letter for what is overdue. */
export function TenantActions({ tenant, onDeed }: { tenant: TenantRow; onDeed: (deed: Deed) => void }) {
  const { message } = App.useApp();
  const { tenantId } = tenant;
  const notice = useMutation({
    mutationFn: (letter: boolean) => listBills({ tenantId, pageSize: MOST, ...(letter && { overdue: true }) }),
    onSuccess: ({ rows }, letter) => {
      const billIds = rows.filter(({ outstandingFen }) => outstandingFen > 0).map(({ billId }) => billId);
      if (billIds.length > 0) onDeed({ kind: 'notice', letter, billIds });
      else void message.info(letter ? '没有逾期的账单，不需要催缴' : '没有未缴的账单');
    },
  });
  return (
    <span className={styles.deeds}>
      <Can permission="fin:receipt:add">
        <Button type="primary" onClick={() => onDeed({ kind: 'receipt' })}>
          登记收款
        </Button>
      </Can>
      <Can permission="fin:bill:query">
        <Button loading={notice.isPending} onClick={() => notice.mutate(false)}>
          缴费通知单
        </Button>
        <Can permission="fin:dunning:add">
          <Button loading={notice.isPending} onClick={() => notice.mutate(true)}>
            催缴函
          </Button>
        </Can>
        <Button onClick={() => onDeed({ kind: 'statement' })}>对账单</Button>
      </Can>
      <Can permission="lease:tenant:edit">
        <Button onClick={() => onDeed({ kind: 'edit' })}>修改</Button>
      </Can>
    </span>
  );
}
