import { App, Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { LeaseActLabels } from '@/api/generated/enums';
import { leases, type ManyDone, type ManyLeases, type ManyResult, manyLeases } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import { FailedLine } from '@/ui/FailedLine';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { SmallTable } from '@/ui/SmallTable';
import { useFormToken } from '@/ui/useFormToken';
import { type Asked, bodyOf, type ManyValues, type Scope } from './many';

interface Outcome {
  body: ManyLeases;
  made: ManyDone;
}

const REASON: Readonly<Partial<Record<Asked['act'], string>>> = { return: '退回意见', cancel: '作废原因' };

/** What came of them, or would. */
function Results({ outcome }: { outcome: Outcome }) {
  const { done, left, rows } = outcome.made;
  const isTrial = outcome.body.dryRun === true;
  const shown = isTrial ? rows.filter(({ reason }) => reason !== '') : rows;
  const all = isTrial ? left : done + left;
  return (
    <>
      <p role="status">
        {isTrial ? `可以办理 ${done} 份，不能办理 ${left} 份` : `已办理 ${done} 份，未办理 ${left} 份`}
        {shown.length < all && `，下面列出 ${shown.length} 份`}
      </p>
      {shown.length > 0 && (
        <SmallTable<ManyResult>
          rows={shown}
          rowKey="leaseId"
          paged={20}
          width={560}
          height={260}
          columns={[
            { key: 'no', title: '合同编号', width: 170, render: (_v, { leaseNo }) => leaseNo },
            { key: 'tenant', title: '乙方', width: 180, render: (_v, { tenantName }) => tenantName },
            {
              key: 'reason',
              title: isTrial ? '不能办理的原因' : '结果',
              render: (_v, { reason }) => reason || <StateTag tone="ok">已办理</StateTag>,
            },
          ]}
        />
      )}
    </>
  );
}

interface ScopeFieldProps {
  asked: Asked;
  value: Scope;
  onChange: (scope: Scope) => void;
}

/** Which leases are meant. */
function ScopeField({ asked, value, onChange }: ScopeFieldProps) {
  const { data, error, refetch } = useQuery({
    ...leases.rows({ ...asked.filters, pageNum: 1, pageSize: 1 }),
    staleTime: 0,
  });
  const chosen = asked.ids.length;
  return (
    <Form.Item label="范围">
      <Radio.Group value={value} onChange={({ target }) => onChange(target.value as Scope)}>
        <Radio value="chosen" disabled={chosen === 0}>
          选中的 {chosen} 份
        </Radio>
        <Radio value="all">当前查询的全部{data ? ` ${data.total} 份` : ''}</Radio>
      </Radio.Group>
      {error && <FailedLine title="份数加载失败" error={error} retry={refetch} />}
    </Form.Item>
  );
}

/** What the act asks for besides. */
function ActFields({ act }: Pick<Asked, 'act'>) {
  const label = REASON[act];
  return (
    <>
      {label && (
        <Form.Item name="comment" label={label} rules={[requiredText(label)]}>
          <Input.TextArea rows={2} maxLength={500} showCount />
        </Form.Item>
      )}
      {act === 'sign' && (
        <Form.Item
          name="signDate"
          label="签订日期"
          extra="扫描件可以以后补；签订后出账日已到的账单随即开出"
          rules={[requiredChoice('签订日期')]}
        >
          <DayInput />
        </Form.Item>
      )}
    </>
  );
}

interface ManyDialogProps {
  asked: Asked;
  /** So many that a task works them off. */
  onTask: (taskId: string) => void;
  onClose: () => void;
}

/** Tries the operation, and sends what was tried. */
function useMany(onTask: ManyDialogProps['onTask'], onClose: () => void) {
  const { message } = App.useApp();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const token = useFormToken();
  const run = useMutation({
    mutationFn: (makeBody: () => ManyLeases) =>
      token.send(async () => {
        const body = makeBody();
        return { body, made: await manyLeases(body) };
      }),
    onSuccess: ({ body, made }) => {
      if (!('taskId' in made)) return setOutcome({ body, made });
      void message.info('合同较多，已在后台办理，可以离开本页；结果可在“任务”中下载');
      onTask(made.taskId);
      onClose();
    },
  });
  const forget = () => {
    setOutcome(null);
    if (run.isError) run.reset();
  };
  return { outcome, run, forget };
}

interface ButtonsProps {
  act: Asked['act'];
  outcome: Outcome | null;
  busy: boolean;
  onTry: () => void;
  onTake: () => void;
  onClose: () => void;
}

/** 试算 first, then 办理. */
function Buttons({ act, outcome, busy, onTry, onTake, onClose }: ButtonsProps) {
  if (outcome && !outcome.body.dryRun) {
    return (
      <Button type="primary" onClick={onClose}>
        完成
      </Button>
    );
  }
  const count = outcome?.made.done ?? 0;
  return (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button type={outcome ? 'default' : 'primary'} loading={busy && !outcome} disabled={busy} onClick={onTry}>
        {outcome ? '重新试算' : '试算'}
      </Button>
      {outcome && (
        <Button type="primary" danger={act === 'cancel'} disabled={count === 0} loading={busy} onClick={onTake}>
          {`办理 ${count} 份`}
        </Button>
      )}
    </>
  );
}

/** 批量办理: tried first, then done; what can't be done stays as it is, each with its reason. */
export default function ManyDialog({ asked, onTask, onClose }: ManyDialogProps) {
  const { act, ids, whole } = asked;
  const [form] = Form.useForm<ManyValues>();
  const [scope, setScope] = useState<Scope>(ids.length > 0 && !whole ? 'chosen' : 'all');
  const { outcome, run, forget } = useMany(onTask, onClose);
  const label = LeaseActLabels.find(([one]) => one === act)?.[1] ?? '';
  const isDone = outcome !== null && !outcome.body.dryRun;
  const busy = run.isPending;
  const look = (values: ManyValues) => {
    forget();
    run.mutate(() => bodyOf(asked, scope, values, true));
  };
  const take = () => outcome && run.mutate(() => ({ ...outcome.body, dryRun: false }));
  return (
    <Modal
      open
      centered
      width={720}
      title={`批量${label}`}
      footer={<Buttons {...{ act, outcome, busy, onClose }} onTry={form.submit} onTake={take} />}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!isDone && (
        <Form<ManyValues>
          form={form}
          layout="vertical"
          disabled={busy}
          initialValues={{ signDate: today() }}
          onValuesChange={forget}
          onFinish={look}
        >
          <ScopeField
            asked={asked}
            value={scope}
            onChange={(next) => {
              setScope(next);
              forget();
            }}
          />
          <ActFields act={act} />
        </Form>
      )}
      {outcome && <Results outcome={outcome} />}
      <Refusal error={run.error} />
    </Modal>
  );
}
