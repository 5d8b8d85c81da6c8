import { Alert, App, Button, Form, Skeleton, Steps } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type LeaseForm, type LinkedLease, leasePlan, leases, submitLease } from '@/api/lease';
import { LEASE_STATES, labelOf } from '@/features/business/labels';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { BLANK, type LeaseValues, renewalOf, toForm, toValues } from './leaseValues';
import { PlanPreview } from './PlanPreview';
import { RoomStep } from './RoomStep';
import { FilesStep, PartyStep, TenantStep } from './steps';
import { TermsStep } from './TermsStep';

interface LeaseWizardProps {
  leaseId: number | null;
  /** The lease that a new one renews. */
  renews?: number;
  onSaved: (leaseId: number) => void;
  onClose: () => void;
}

const STEPS = ['甲方与租期', '房间', '乙方', '租金条款', '账单预览', '附件'] as const;
const PREVIEW = 4;
const LAST = STEPS.length - 1;

/** Fields that must be right before the next step. */
const NEEDED: readonly (readonly string[])[] = [
  ['partyAId', 'term'],
  ['rooms'],
  ['tenantId'],
  ['rentFen', 'rooms', 'dueKind', 'dueN', 'escalation', 'rentFree', 'extraCharges'],
  [],
  [],
];

async function load(leaseId: number | null, renews: number | undefined): Promise<Partial<LeaseValues>> {
  if (leaseId !== null) return toValues(await leases.fetch(leaseId));
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

/** Writes a lease: party A → dates → rooms → tenant → terms → every bill → attachments. */
export default function LeaseWizard({ leaseId, renews, onSaved, onClose }: LeaseWizardProps) {
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<LeaseValues>();
  const [step, setStep] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState<LeaseForm | null>(null);
  const loaded = useQuery({
    queryKey: ['form', 'lease', leaseId, renews],
    queryFn: () => load(leaseId, renews),
    gcTime: 0,
    staleTime: 0,
  });
  useUnsaved(dirty && !busy);
  const values = (): LeaseForm => toForm(form.getFieldsValue(true), leaseId);
  const go = async (next: number) => {
    if (next > step) {
      for (let at = step; at < next; at += 1) {
        try {
          await form.validateFields((NEEDED[at] ?? []) as never[], { recursive: true });
        } catch {
          setStep(at);
          return;
        }
      }
    }
    if (next === PREVIEW) setPreview(values());
    setStep(next);
  };
  const save = async (submit: boolean) => {
    setBusy(true);
    try {
      const body = values();
      let id = leaseId;
      if (id === null) id = (await leases.add(body)).data.id;
      else await leases.edit(body);
      setDirty(false);
      if (submit) {
        const { version } = await leases.fetch(id);
        await submitLease(id, version);
        void message.success('已提交审批，房间已预留');
      } else void message.success('草稿已保存');
      onClose();
      onSaved(id);
    } catch {
      // the client has said why; the form stays as it is
    } finally {
      setBusy(false);
    }
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
  const ready = loaded.data !== undefined;
  const show = (at: number) => ({ hidden: step !== at });
  return (
    <Modal
      open
      centered
      title={leaseId !== null ? '修改合同' : renews === undefined ? '新签合同' : '续租'}
      width={1080}
      onCancel={leave}
      mask={{ closable: false }}
      styles={{ body: { maxHeight: 'calc(100vh - 220px)', overflow: 'auto', margin: '0 -8px', padding: '0 8px' } }}
      footer={
        <>
          <Button onClick={() => void save(false)} disabled={!ready || step < 2} loading={busy}>
            保存草稿
          </Button>
          <Button disabled={step === 0} onClick={() => void go(step - 1)}>
            上一步
          </Button>
          {step < LAST ? (
            <Button type="primary" disabled={!ready} onClick={() => void go(step + 1)}>
              下一步
            </Button>
          ) : (
            <Button type="primary" loading={busy} onClick={() => void save(true)}>
              提交审批
            </Button>
          )}
        </>
      }
    >
      <Steps
        size="small"
        current={step}
        onChange={(next) => void go(next)}
        items={STEPS.map((title) => ({ title }))}
        style={{ margin: '8px 0 20px' }}
      />
      {loaded.isError ? (
        <LoadFailed title="合同加载失败" error={loaded.error} retry={loaded.refetch} />
      ) : !ready ? (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : (
        <Form<LeaseValues>
          form={form}
          layout="vertical"
          initialValues={loaded.data}
          scrollToFirstError
          onValuesChange={() => setDirty(true)}
        >
          {loaded.data.renews && <Renews lease={loaded.data.renews} />}
          <div {...show(0)}>
            <PartyStep />
          </div>
          <div {...show(1)}>
            <RoomStep />
          </div>
          <div {...show(2)}>
            <TenantStep />
          </div>
          <div {...show(3)}>
            <TermsStep />
          </div>
          <div {...show(PREVIEW)}>{step === PREVIEW && preview && <PlanPreview form={preview} />}</div>
          <div {...show(LAST)}>
            <FilesStep />
          </div>
        </Form>
      )}
    </Modal>
  );
}
