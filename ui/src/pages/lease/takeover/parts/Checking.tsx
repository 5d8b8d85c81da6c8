import { Alert, Button, Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import type { TakeoverCheck } from '@/api/takeover';
import { StateTag } from '@/ui/DictTag';
import { Refusal } from '@/ui/Refusal';
import { ColumnsTab } from './ColumnsTab';
import { CompareTab } from './CompareTab';
import { LeasesTab } from './LeasesTab';
import { MastersTab } from './MastersTab';
import { ProblemsTab } from './ProblemsTab';
import { differing, firstTab, undecided } from './ready';
import styles from './takeover.module.css';
import type { ReadingDraft } from './useReadingDraft';

interface CheckingProps {
  check: TakeoverCheck;
  held: ReadingDraft;
  readOnly: boolean;
  /** Why it can't be submitted; empty when it can. */
  against: string;
  /** It is being compared again. */
  busy: boolean;
  onAgain: () => void;
}

/** «提示 37», in red where it stops the batch. */
const Counted = ({ label, count, bad = false }: { label: string; count: number; bad?: boolean }) => (
  <>
    {label}
    {count > 0 && <span className={`${styles.count} ${bad ? styles.countBad : ''}`}>{count}</span>}
  </>
);

/** What is unsaved is saved with one press, and compared again. */
function SaveBar({ held, against, busy, onAgain }: Omit<CheckingProps, 'readOnly' | 'check'>) {
  const { dirty, isOvertaken, saving, forget } = held;
  return (
    <div className={styles.saveBar}>
      {isOvertaken && (
        <Alert
          type="warning"
          showIcon
          title="其他人刚修改了这个批次，您未保存的修改不能再保存"
          action={<Button onClick={forget}>放弃修改，读取最新内容</Button>}
        />
      )}
      <Refusal error={saving.error} />
      <div className={styles.saveLine} role="status">
        {against !== '' ? (
          <span className={dirty || busy ? 't2' : styles.bad}>{against}</span>
        ) : (
          <StateTag tone="ok">核对通过，可以提交</StateTag>
        )}
        <span className="sp" />
        {dirty && !isOvertaken && <Button onClick={forget}>放弃修改</Button>}
        {dirty ? (
          <Button type="primary" loading={saving.isPending} disabled={isOvertaken || busy} onClick={saving.save}>
            保存并重新核对
          </Button>
        ) : (
          <Button loading={busy} onClick={onAgain}>
            重新核对
          </Button>
        )}
      </div>
    </div>
  );
}

/** The parts of a batch that is not received yet; which one is open stands in the address. */
export function Checking({ check, held, readOnly, ...bar }: CheckingProps) {
  const [search, setSearch] = useSearchParams();
  const props = { check, held, readOnly };
  const { reading } = held.draft;
  const lacking = check.lacks.length + check.doubts.length;
  const items = [
    {
      key: 'columns',
      label: <Counted label="列对应" count={lacking} bad />,
      children: <ColumnsTab {...props} />,
    },
    {
      key: 'compare',
      label: <Counted label="核对" count={differing(check.tenants).length} />,
      children: <CompareTab {...props} />,
    },
    {
      key: 'masters',
      label: <Counted label="新建与相近" count={undecided(check.masters.tenants, reading).length} bad />,
      children: <MastersTab {...props} />,
    },
    {
      key: 'problems',
      label: <Counted label="提示" count={check.stops + check.warned} bad={check.stops > 0} />,
      children: <ProblemsTab {...props} />,
    },
    {
      key: 'leases',
      label: <Counted label="合同" count={check.sums.find(({ what }) => what === 'leases')?.computed ?? 0} />,
      children: <LeasesTab check={check} />,
    },
  ];
  const asked = search.get('tab');
  const shown = items.some(({ key }) => key === asked) ? (asked as string) : firstTab(check);
  return (
    <section className={`card ${styles.parts}`} aria-label="台账内容">
      <Tabs items={items} activeKey={shown} destroyOnHidden onChange={(tab) => setSearch({ tab }, { replace: true })} />
      {!readOnly && <SaveBar held={held} {...bar} />}
    </section>
  );
}
