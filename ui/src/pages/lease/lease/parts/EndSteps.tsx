import { CheckCircleFilled, ClockCircleOutlined, MinusCircleOutlined, RightCircleFilled } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { generateBills } from '@/api/finance/ledger';
import { type EndStep, endStepsQuery, type StepAction } from '@/api/finance/payout';
import { StepState } from '@/api/generated/enums';
import type { LeaseRow } from '@/api/lease';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { lazy } from '@/ui/lazy';
import { PageLink } from '@/ui/PageLink';
import { useConfirm } from '@/ui/useConfirm';
import type { Action } from './LeaseButtons';
import { NOT_OVER, reasonAgainst } from './LeaseButtons';
import styles from './lease.module.css';

const PayRefund = lazy(() => import('@/features/finance/payouts/PayRefund'));

const LOOKS = {
  [StepState.Done]: ['已办', 'ok', CheckCircleFilled],
  [StepState.Next]: ['待办', 'next', RightCircleFilled],
  [StepState.Waits]: ['等待', 'waits', ClockCircleOutlined],
  [StepState.Later]: ['未到', 'later', MinusCircleOutlined],
} as const;

/** What is done in a dialog of this page, or on its tab of changes. */
const HERE: Partial<Record<StepAction, readonly [label: string, action: Action | 'changes' | 'receive']>> = {
  terminate: ['提前终止', 'terminate'],
  decideEnd: ['去审批', 'changes'],
  giveBack: ['登记退房', 'giveBack'],
  settle: ['结算单', 'settle'],
  decideSettlement: ['去审批', 'settle'],
  receive: ['登记收款', 'receive'],
};

/** What is done about a refund on its page. */
const ON_REFUNDS: Partial<Record<StepAction, string>> = {
  decideRefund: '去审批',
  mendRefund: '去修改',
};

interface EndStepsProps {
  lease: LeaseRow;
  onAction: (action: Action) => void;
  onChanges: () => void;
  onReceipt: () => void;
}

/** Pays the refund that a step names, here. */
function PayButton({ no }: { no: string }) {
  const [paying, setPaying] = useState(false);
  return (
    <div>
      <Button type="primary" aria-label={`付款 ${no}`} onClick={() => setPaying(true)}>
        付款
      </Button>
      <Suspense fallback={null}>{paying && <PayRefund no={no} onClose={() => setPaying(false)} />}</Suspense>
    </div>
  );
}

/** What a person does in a step; for others, whose job it is. */
function StepButton({ step, lease, onAction, onChanges, onReceipt }: EndStepsProps & { step: EndStep }) {
  const can = useCan();
  const confirm = useConfirm();
  const { message } = App.useApp();
  const { deed: action, right, doers, no } = step;
  if (!action) return null;
  if (!can([right])) {
    return (
      <span className="t2">{doers.length > 0 ? `由${doers.join('、')}办理` : '还没有角色有此权限，请联系管理员'}</span>
    );
  }
  if (action === 'pay') return <PayButton no={no} />;
  const there = ON_REFUNDS[action];
  if (there) return <PageLink to={`/fin/refund?keyWord=${encodeURIComponent(no)}`}>{there}</PageLink>;
  if (action === 'giveBack' && reasonAgainst('giveBack', lease)) return <span className="t2">{NOT_OVER}</span>;
  if (action === 'bill') {
    const run = () =>
      generateBills({ leaseIds: [lease.leaseId] }).then(() => void message.success('已出账，请核对已出账单'));
    const content = `按合同 ${lease.leaseNo} 的最后计租日补出账单，多收的调整为预收。`;
    return <Button onClick={() => confirm({ title: '出账', content, okText: '出账', run })}>出账</Button>;
  }
  const [label, where] = HERE[action] ?? [];
  if (!where) return null;
  const open = () => {
    if (where === 'changes') onChanges();
    else if (where === 'receive') onReceipt();
    else onAction(where);
  };
  return (
    <Button type={step.state === StepState.Next ? 'primary' : 'default'} onClick={open}>
      {label}
    </Button>
  );
}

/** So many finished steps stand on a line of their own each; more are one line, which opens. */
const DONE_SHOWN = 1;

/** The finished steps at the beginning, on one line. */
function Finished({ steps, onOpen }: { steps: readonly EndStep[]; onOpen: () => void }) {
  const [, look, Icon] = LOOKS[StepState.Done];
  return (
    <li className={styles[look]}>
      <Icon aria-hidden />
      <div>
        <b>已办 {steps.length} 步</b>{' '}
        <span className={styles.stepState}>{steps.map(({ label }) => label).join('、')}</span>
      </div>
      <Button type="link" size="small" aria-expanded={false} onClick={onOpen}>
        展开
      </Button>
    </li>
  );
}

/** 退租办理: the steps from the end of the lease to the last payment, with what is next and who does it. */
export function EndSteps(props: EndStepsProps) {
  const [whole, setWhole] = useState(false);
  const { leaseId } = props.lease;
  const { data, error, refetch } = useQuery({
    ...endStepsQuery(leaseId),
    staleTime: 0,
  });
  if (error) return <FailedLine bar title="退租办理加载失败" error={error} retry={refetch} />;
  if (!data || data.length === 0 || data.every(({ state }) => state === StepState.Done)) return null;
  const open = data.findIndex(({ state }) => state !== StepState.Done);
  const folded = !whole && open > DONE_SHOWN;
  return (
    <section className={`card ${styles.endSteps}`} aria-label="退租办理">
      <h3>退租办理</h3>
      <ol>
        {folded && <Finished steps={data.slice(0, open)} onOpen={() => setWhole(true)} />}
        {data.slice(folded ? open : 0).map((step) => {
          const [word, look, Icon] = LOOKS[step.state] ?? LOOKS[StepState.Later];
          return (
            <li key={step.label} className={styles[look]}>
              <Icon aria-hidden />
              <div>
                <b>{step.label}</b> <span className={styles.stepState}>{word}</span>
                <p className="t2">{step.note}</p>
              </div>
              <StepButton {...props} step={step} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
