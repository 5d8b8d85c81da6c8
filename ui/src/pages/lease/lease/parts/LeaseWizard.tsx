import { Alert, App, Button, Form, Progress, Skeleton, Steps } from 'antd';
import { type ReactNode, Suspense, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { roomCard } from '@/api/assets';
import { type LeaseForm, type LinkedLease, leasePlan, leases, leaseTrialQuery } from '@/api/lease';
import { LEASE_STATES, labelOf } from '@/features/business/labels';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { SEND_AGAIN, SendsAgain } from '@/ui/sendsAgain';
import { usePhone } from '@/ui/useMedia';
import { Withheld } from '@/ui/Withheld';
import leaseStyles from './lease.module.css';
import { BLANK, type LeaseValues, lettingOf, renewalOf, toForm, toValues } from './leaseValues';
import { PlanPreview } from './PlanPreview';
import { RoomStep } from './RoomStep';
import { FilesStep, PartyStep, TenantStep } from './steps';
import { TermsStep } from './TermsStep';
import { useLeaseDraft } from './useLeaseDraft';

const TenantDialog = lazy(() => import('../../tenant/parts/TenantDialog'));

interface LeaseWizardProps {
  leaseId: number | null;
  /** The lease that a new one renews. */
  renews?: number;
  /** The room that a new one lets. */
  room?: number;
  onSaved?: (leaseId: number) => void;
  onClose: () => void;
}

const STEPS = ['甲方与租期', '房间', '乙方', '租金条款', '账单预览', '附件'] as const;
const PREVIEW = 4;
const LAST = STEPS.length - 1;

/** Rooms and tenant are known: with less the server has no draft. */
const DRAFT = 3;

/** Fields that must be right before the next step. */
const NEEDED: readonly (readonly string[])[] = [
  ['partyAId', 'term'],
  ['rooms'],
  ['tenantId'],
  [
    ...['rentFen', 'rooms', 'dueKind', 'dueN', 'issueLeadDays', 'escalation', 'rentFree', 'extraCharges', 'depositFen'],
    ...['lateFeePpm', 'graceDays', 'capPpm', 'holdoverPpm', 'renewNoticeDays'],
  ],
  [],
  [],
];

async function load(leaseId: number | null, renews?: number, room?: number): Promise<Partial<LeaseValues>> {
  if (leaseId !== null) return toValues(await leases.fetch(leaseId));
  if (room !== undefined) return lettingOf(await roomCard(room));
  if (renews === undefined) return BLANK;
  const [old, plan] = await Promise.all([leases.fetch(renews), leasePlan(renews)]);
  return renewalOf(old, plan.stages);
}

/** Says which lease is renewed; it opens beside the form, so that nothing that was typed is lost. */
function Renews({ lease }: { lease: LinkedLease }) {
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        <>
          续租自合同{' '}
          <Link to={`/lease/lease/detail/${lease.leaseId}`} target="_blank">
            {lease.leaseNo}
          </Link>
          （{labelOf(LEASE_STATES, lease.state)}），已带入原合同的房间、乙方和条款，请核对租金与租期
        </>
      }
    />
  );
}

/** What the plan of these values says: the bills, and what stands against the lease. */
const usePlan = (form: LeaseForm | null) =>
  useQuery({
    ...leaseTrialQuery(form as LeaseForm),
    enabled: form !== null,
    gcTime: 0,
    meta: { quiet: true },
  });

interface WizardStepsProps {
  step: number;
  onStep: (step: number) => void;
}

/** Where one is; a phone has no room for six names. */
function WizardSteps({ step, onStep }: WizardStepsProps) {
  const phone = usePhone();
  if (phone) {
    const words = `${step + 1} / ${STEPS.length} ${STEPS[step]}`;
    return (
      <div className={leaseStyles.wizardPlace} role="status">
        <b>{words}</b>
        <Progress percent={((step + 1) / STEPS.length) * 100} showInfo={false} size="small" aria-label={words} />
      </div>
    );
  }
  return (
    <Steps
      size="small"
      current={step}
      onChange={onStep}
      items={STEPS.map((title) => ({ title }))}
      style={{ margin: '8px 0 20px' }}
    />
  );
}

/** Writes a lease: party A → dates → rooms → tenant → terms → every bill → attachments. */
export default function LeaseWizard({ leaseId, renews, room, onSaved, onClose }: LeaseWizardProps) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<LeaseValues>();
  const [step, setStep] = useState(0);
  const [reached, setReached] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [tried, setTried] = useState<LeaseForm | null>(null);
  const [addingTenant, setAddingTenant] = useState(false);
  const loaded = useFormSource(['lease', leaseId, renews, room], () => load(leaseId, renews, room));
  const draft = useLeaseDraft(leaseId, {
    onStored: () => setDirty(false),
    onDone: (id) => {
      onClose();
      onSaved?.(id);
    },
  });
  const plan = usePlan(tried);
  const cameBack = useContext(SendsAgain) !== null;
  useUnsaved(dirty && !draft.busy);
  const values = (): LeaseForm => toForm(form.getFieldsValue(true), leaseId);

  /** The first step before `end` whose fields are not right; null = none. */
  const faultBefore = async (end: number): Promise<number | null> => {
    // what is not there is not checked
    flushSync(() => setReached((before) => Math.max(before, end - 1)));
    for (let at = 0; at < end; at += 1) {
      // names of fields as texts: the paths that the types of a form know would have to be written out
      const right = await form.validateFields((NEEDED[at] ?? []) as never[], { recursive: true }).then(
        () => true,
        () => false,
      );
      if (!right) return at;
    }
    return null;
  };
  const go = async (next: number) => {
    const fault = next > step ? await faultBefore(next) : null;
    if (fault === null && next >= PREVIEW) setTried(values());
    setReached((before) => Math.max(before, fault ?? next));
    setStep(fault ?? next);
  };
  const send = async (needed: number, run: (given: LeaseForm) => void) => {
    const fault = await faultBefore(needed);
    if (fault === null) run(values());
    else setStep(fault);
  };
  const leave = () => {
    if (!dirty) onClose();
    else {
      modal.confirm({
        title: UNSAVED_TITLE,
        content: UNSAVED_TEXT,
        okText: '放弃',
        cancelText: '继续填写',
        centered: true,
        onOk: onClose,
      });
    }
  };
  /** Who was entered on the way is the tenant. */
  const takeTenant = (tenantId: number) => {
    form.setFields([{ name: 'tenantId', value: tenantId, errors: [] }]);
    setDirty(true);
  };
  const ready = loaded.data !== undefined;
  /** A step is drawn once it is come to; from then on it stays. */
  const show = (at: number, fields: ReactNode) => at <= reached && <div hidden={step !== at}>{fields}</div>;
  const stop = plan.data?.guards.find(({ level }) => level === 'stop')?.message ?? '';
  return (
    <Modal
      open
      centered
      title={leaseId !== null ? '修改合同' : renews === undefined ? '新签合同' : '续租'}
      width={1080}
      onCancel={leave}
      mask={{ closable: false }}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto', margin: '0 -8px', padding: '0 8px' } }}
      footer={
        <>
          {draft.refusal && <Alert className={leaseStyles.wizardRefusal} type="error" showIcon title={draft.refusal} />}
          <Button
            onClick={() => void send(DRAFT, draft.save)}
            disabled={!ready || step < DRAFT - 1 || draft.submitting}
            loading={draft.saving}
          >
            保存草稿
          </Button>
          <Button disabled={step === 0 || draft.busy} onClick={() => void go(step - 1)}>
            上一步
          </Button>
          {cameBack && step < LAST && (
            <Button
              disabled={!ready || draft.saving}
              loading={draft.submitting}
              onClick={() => void send(PREVIEW, draft.submit)}
            >
              {SEND_AGAIN}
            </Button>
          )}
          {step < LAST ? (
            <Button type="primary" disabled={!ready || draft.busy} onClick={() => void go(step + 1)}>
              下一步
            </Button>
          ) : (
            <Withheld reason={stop && `还不能提交：${stop}`}>
              {(disabled) => (
                <Button
                  type="primary"
                  disabled={disabled || draft.saving}
                  loading={draft.submitting}
                  onClick={() => void send(PREVIEW, draft.submit)}
                >
                  {cameBack ? SEND_AGAIN : '提交审批'}
                </Button>
              )}
            </Withheld>
          )}
        </>
      }
    >
      <WizardSteps step={step} onStep={(next) => void go(next)} />
      {loaded.isError ? (
        <LoadFailed title="合同加载失败" error={loaded.error} retry={loaded.refetch} />
      ) : !ready ? (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : (
        <Form<LeaseValues>
          form={form}
          layout="vertical"
          initialValues={loaded.data}
          scrollToFirstError={{ focus: true }}
          disabled={draft.busy}
          onValuesChange={() => setDirty(true)}
        >
          {loaded.data.renews && <Renews lease={loaded.data.renews} />}
          {show(0, <PartyStep />)}
          {show(1, <RoomStep />)}
          {show(2, <TenantStep onAdd={() => setAddingTenant(true)} />)}
          {show(3, <TermsStep />)}
          {show(PREVIEW, step === PREVIEW && <PlanPreview plan={plan} />)}
          {show(
            LAST,
            <>
              {stop && <Alert type="error" showIcon title={stop} style={{ marginBottom: 16 }} />}
              <FilesStep />
            </>,
          )}
        </Form>
      )}
      {draft.dialog}
      <SendsAgain.Provider value={null}>
        <Suspense fallback={null}>
          {addingTenant && <TenantDialog tenantId={null} onSaved={takeTenant} onClose={() => setAddingTenant(false)} />}
        </Suspense>
      </SendsAgain.Provider>
    </Modal>
  );
}
