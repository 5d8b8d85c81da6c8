import { App, Button } from 'antd';
import { listBills } from '@/api/finance/ledger';
import type { TenantRow } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import { useCommand } from '@/ui/useCommand';
import styles from '../../lease/parts/lease.module.css';

export type Action =
  | { kind: 'edit' | 'statement' | 'receipt' | 'arrears' }
  | { kind: 'notice'; letter: boolean; billIds: readonly number[] };

const MOST = 500;

/** What can be done about a tenant; a notice asks for what is open, a letter for what is overdue. */
export function TenantActions({ tenant, onAction }: { tenant: TenantRow; onAction: (action: Action) => void }) {
  const { message } = App.useApp();
  const { tenantId } = tenant;
  const overdueFen = tenant.owes?.overdueFen ?? 0;
  const notice = useMutation({
    mutationFn: (letter: boolean) => listBills({ tenantId, pageSize: MOST, ...(letter && { overdue: true }) }),
    onSuccess: ({ rows }, letter) => {
      const billIds = rows.filter(({ outstandingFen }) => outstandingFen > 0).map(({ billId }) => billId);
      if (billIds.length > 0) onAction({ kind: 'notice', letter, billIds });
      else void message.info(letter ? '没有逾期的账单，不需要催缴' : '没有未缴的账单');
    },
  });
  useCommand({
    receipt: () => onAction({ kind: overdueFen > 0 ? 'arrears' : 'receipt' }),
    statement: () => onAction({ kind: 'statement' }),
    notice: () => notice.mutate(false),
  });
  return (
    <span className={styles.actions}>
      <Can permission="fin:receipt:add">
        {overdueFen > 0 && (
          <Button type="primary" onClick={() => onAction({ kind: 'arrears' })}>
            收全部欠缴 {formatYuan(overdueFen)}
          </Button>
        )}
        <Button {...(overdueFen === 0 && { type: 'primary' })} onClick={() => onAction({ kind: 'receipt' })}>
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
        <Button onClick={() => onAction({ kind: 'statement' })}>对账单</Button>
      </Can>
      <Can permission="lease:tenant:edit">
        <Button onClick={() => onAction({ kind: 'edit' })}>修改</Button>
      </Can>
    </span>
  );
}
