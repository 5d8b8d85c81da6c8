import { Button } from 'antd';
import { Link } from 'react-router';
import type { UnbilledLease } from '@/api/finance/ledger';
import { toMinute } from '@/lib/dates';
import { Modal } from '@/ui/overlays';
import styles from './runs.module.css';

interface UnbilledDialogProps {
  count: number;
  leases: readonly UnbilledLease[];
  onClose: () => void;
}

/** Every lease that could not be billed, with its sentence and the way to it. */
export default function UnbilledDialog({ count, leases, onClose }: UnbilledDialogProps) {
  return (
    <Modal
      open
      centered
      width={720}
      title={`未能出账的合同（${count} 份）`}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <p className="t2">按原因修改合同后，下次出账（每晚或点击“出账”）自动补出，已出账的不会重复。</p>
      <ul className={styles.unbilled}>
        {leases.map(({ leaseId, leaseNo, tenantName, sentence, since, tried }) => (
          <li key={leaseId}>
            <Link to={`/lease/lease/detail/${leaseId}`} onClick={onClose}>
              {leaseNo}
            </Link>
            <span className="t2"> {tenantName}</span>
            <p>{sentence}</p>
            <small className="t3">
              {toMinute(since)} 起未能出账，最近一次 {toMinute(tried)}
            </small>
          </li>
        ))}
      </ul>
      {count > leases.length && <p className="t3">只列出前 {leases.length} 份。</p>}
    </Modal>
  );
}
