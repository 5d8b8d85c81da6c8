import { Button, Form, type FormInstance, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { ChangeKind } from '@/api/generated/enums';
import {
  type ChangeForm,
  changeTrialQuery,
  editChange,
  type LeaseChange,
  type LeaseRow,
  leasePlan,
  type Stage,
} from '@/api/lease';
import { useSubmission } from '@/features/approvals/useSubmission';
import { DayInput } from '@/features/business/fields';
import { CHANGE_KINDS } from '@/features/business/labels';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { Refusal } from '@/ui/Refusal';
import { ChangeEffect } from './ChangeEffect';
import { ChangeFields } from './ChangeFields';
import { type ChangeValues, endsEarly, endTitle, returnedValues, toChange, toChangeValues } from './changeForm';

interface ChangeDialogProps {
  kind: 'change' | 'terminate';
  lease: LeaseRow;
  /** One that came back: it is put right. */
  change?: LeaseChange;
  onClose: () => void;
}

const KINDS = CHANGE_KINDS.filter(({ value }) => value !== ChangeKind.Termination);
const NO_STAGES: readonly Stage[] = [];

/** What the day of an early end does. */
function EndNote({ lease }: { lease: LeaseRow }) {
  const { effectiveEnd, endDate } = lease;
  const text = endsEarly(lease)
    ? `现在的最后计租日是 ${effectiveEnd}。填写约定的到期日 ${endDate} 即撤销提前终止，合同恢复履行。`
    : '最后计租日在今天之后的，合同在该日之前仍为履行中，到期后自动终止。';
  return <p className={`${styles.wide} t2`}>{text}</p>;
}

interface TryProps {
  form: FormInstance<ChangeValues>;
  lease: LeaseRow;
  kindOf: (values: Partial<ChangeValues>) => ChangeForm['kind'];
  /** Whether exactly what the form says now was tried, and nothing stands against it. */
  onTried: (tried: boolean) => void;
}

/** Shows what the change does to the bills; another word in the form makes the answer void. */
function Trial({ form, lease, kindOf, onTried }: TryProps) {
  const words = Form.useWatch((values: Partial<ChangeValues>) => JSON.stringify(values), form);
  const [asked, setAsked] = useState<{ words: string; change: ChangeForm } | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...changeTrialQuery(asked?.change as ChangeForm),
    enabled: asked !== null,
    gcTime: 0,
    meta: { quiet: true },
  });
  const current = asked !== null && asked.words === words;
  const told = current ? data : undefined;
  const tried = told !== undefined && !told.guards.some(({ level }) => level === 'stop');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a setter of the dialog
  useEffect(() => onTried(tried), [tried]);
  const run = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const next = { words: JSON.stringify(form.getFieldsValue()), change: toChange(lease, values, kindOf(values)) };
    if (asked && JSON.stringify(asked) === JSON.stringify(next)) void refetch();
    else setAsked(next);
  };
  return (
    <>
      <p className={styles.wide}>
        <Button loading={current && isFetching} onClick={() => void run()}>
          试算对账单的影响
        </Button>{' '}
        {!told && <span className="t2">{asked && !current ? '内容已改动，请重新试算' : '试算并核对后才能提交'}</span>}
      </p>
      <Refusal error={current && error} />
      {told && <ChangeEffect told={told} rentBasis={lease.rentBasis} />}
    </>
  );
}

/** Asks for a change of an approved lease, or for its early end, and shows what it does to the bills. */
export default function ChangeDialog({ kind, lease, change, onClose }: ChangeDialogProps) {
  const submission = useSubmission();
  const [tried, setTried] = useState(false);
  const { leaseId, leaseNo } = lease;
  const plan = useFormSource(['lease-plan', leaseId], () => leasePlan(leaseId));
  const stages = plan.data?.stages ?? NO_STAGES;
  const ends = kind === 'terminate';
  const kindOf = ({ changeKind }: Partial<ChangeValues>) =>
    ends ? ChangeKind.Termination : (changeKind ?? ChangeKind.Rent);
  const save = async (values: ChangeValues) => {
    const form = toChange(lease, values, kindOf(values));
    if (!change) {
      const process = ends ? 'lease_terminate' : 'lease_change';
      return submission.offer({ process, bizId: 0, payload: form, title: leaseNo });
    }
    await editChange(change.changeId, form);
  };
  const dayLabel = ends ? '最后计租日' : '生效日期';
  return (
    <FormDialog<ChangeValues>
      title={`${change ? `修改${change.label}` : ends ? endTitle(lease) : '发起变更'}：${leaseNo}`}
      initial={plan.data && (change ? returnedValues(lease, change) : toChangeValues(lease, stages, today()))}
      source={plan}
      save={save}
      onClose={onClose}
      {...(change && { said: '已保存，核对后请提交审批' })}
      okText={change ? '保存' : '提交审批'}
      blocked={!tried}
      width={800}
    >
      {(form) => (
        <>
          {!ends && (
            <Form.Item name="changeKind" label="变更类型">
              <Select options={[...KINDS]} />
            </Form.Item>
          )}
          <Form.Item name="effectiveDate" label={dayLabel} rules={[requiredChoice(dayLabel)]}>
            <DayInput />
          </Form.Item>
          {ends && <EndNote lease={lease} />}
          {!ends && (
            <Form.Item noStyle dependencies={['changeKind']}>
              {({ getFieldValue }) => <ChangeFields kind={getFieldValue('changeKind')} lease={lease} stages={stages} />}
            </Form.Item>
          )}
          <Form.Item name="reason" label="原因" className={styles.wide} rules={[requiredText('原因')]}>
            <Input.TextArea rows={2} maxLength={500} showCount />
          </Form.Item>
          {submission.dialog}
          <Trial form={form} lease={lease} kindOf={kindOf} onTried={setTried} />
        </>
      )}
    </FormDialog>
  );
}
