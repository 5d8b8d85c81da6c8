import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, type FormInstance, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { textOf } from '@/api/errors';
import { type ChangePreview, type LeaseRow, leasePlan, previewChange, type Stage, submitChange } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import { CHANGE_KINDS } from '@/features/business/labels';
import { today } from '@/lib/serverClock';
import { FormDialog } from '@/ui/FormDialog';
import { ChangeEffect } from './ChangeEffect';
import { ChangeFields } from './ChangeFields';
import { type ChangeValues, endsEarly, endTitle, KIND, toChange, toChangeValues } from './changeForm';

interface ChangeDialogProps {
  kind: 'change' | 'terminate';
  lease: LeaseRow;
  onSaved: () => void;
  onClose: () => void;
}

const KINDS = CHANGE_KINDS.filter(({ value }) => value !== KIND.termination);
const NO_STAGES: readonly Stage[] = [];

/** What the day of an early end does. */
function EndNote({ lease }: { lease: LeaseRow }) {
  const { effectiveEnd, endDate } = lease;
  const text = endsEarly(lease)
    ? `现在的最后计租日是 ${effectiveEnd}。填写约定的到期日 ${endDate} 即撤销提前终止，合同恢复履行。`
    : '最后计租日在今天之后的，合同在该日之前仍为履行中，到期后自动终止。';
  return <p className="wide t2">{text}</p>;
}

interface TryProps {
  form: FormInstance<ChangeValues>;
  lease: LeaseRow;
  kindOf: (values: Partial<ChangeValues>) => number;
  told: ChangePreview | null;
  onTold: (told: ChangePreview | null) => void;
}

/** Shows what the change does to the bills; another word in the form makes the answer void. */
function Trial({ form, lease, kindOf, told, onTold }: TryProps) {
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const words = Form.useWatch((values) => JSON.stringify(values), form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the form says something else
  useEffect(() => onTold(null), [words]);
  const run = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    setRefusal('');
    setBusy(true);
    try {
      onTold(await previewChange(toChange(lease, values, kindOf(values))));
    } catch (error) {
      setRefusal(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="wide">
        <Button loading={busy} onClick={() => void run()}>
          试算对账单的影响
        </Button>{' '}
        {!told && <span className="t2">试算并核对后才能提交</span>}
      </p>
      {refusal && !told && <Alert className="wide" type="error" showIcon title={refusal} />}
      {told && <ChangeEffect told={told} rentBasis={lease.rentBasis} />}
    </>
  );
}

/** Asks for a change of an approved lease, or for its early end, and shows what it does to the bills. */
export default function ChangeDialog({ kind, lease, onSaved, onClose }: ChangeDialogProps) {
  const { message } = App.useApp();
  const [told, setTold] = useState<ChangePreview | null>(null);
  const { leaseId, leaseNo } = lease;
  const plan = useQuery({ queryKey: ['lease-plan', leaseId], queryFn: () => leasePlan(leaseId) });
  const stages = plan.data?.stages ?? NO_STAGES;
  const ends = kind === 'terminate';
  const kindOf = ({ changeKind }: Partial<ChangeValues>) => (ends ? KIND.termination : (changeKind ?? KIND.rent));
  const save = async (values: ChangeValues) => {
    await submitChange(toChange(lease, values, kindOf(values)));
    void message.success('已提交审批');
    onSaved();
  };
  const dayLabel = ends ? '最后计租日' : '生效日期';
  return (
    <FormDialog<ChangeValues>
      title={`${ends ? endTitle(lease) : '发起变更'}：${leaseNo}`}
      initial={plan.data && toChangeValues(lease, stages, today())}
      error={plan.error}
      save={save}
      onClose={onClose}
      okText="提交审批"
      blocked={told === null || told.guards.some(({ level }) => level === 'stop')}
      width={800}
    >
      {(form) => (
        <>
          {!ends && (
            <Form.Item name="changeKind" label="变更类型">
              <Select options={[...KINDS]} />
            </Form.Item>
          )}
          <Form.Item name="effectiveDate" label={dayLabel} rules={[{ required: true, message: `请选择${dayLabel}` }]}>
            <DayInput />
          </Form.Item>
          {ends && <EndNote lease={lease} />}
          {!ends && (
            <Form.Item noStyle dependencies={['changeKind']}>
              {({ getFieldValue }) => <ChangeFields kind={getFieldValue('changeKind')} lease={lease} stages={stages} />}
            </Form.Item>
          )}
          <Form.Item
            name="reason"
            label="原因"
            className="wide"
            rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
          >
            <Input.TextArea rows={2} maxLength={500} showCount />
          </Form.Item>
          <Trial form={form} lease={lease} kindOf={kindOf} told={told} onTold={setTold} />
        </>
      )}
    </FormDialog>
  );
}
