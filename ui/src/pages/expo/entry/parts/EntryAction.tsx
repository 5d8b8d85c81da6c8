import { decideExposure, dropExposure, type ExposureRow } from '@/api/exposure';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { labelOf } from '@/features/business/labels';
import { SUBJECT_KINDS } from '@/features/exposure/labels';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import { formatYuan } from '@/lib/money';

export type EntryActionKind = 'approve' | 'reject' | 'drop' | 'withdraw';

interface EntryActionProps {
  kind: EntryActionKind;
  row: ExposureRow;
  onClose: () => void;
}

const WORDS: Readonly<Record<EntryActionKind, { verb: string; label: string; required: boolean; note: string }>> = {
  approve: {
    verb: '发布',
    label: '意见',
    required: false,
    note: '发布后在曝光公示和统计报表中显示，金额按今天的账目更新。',
  },
  reject: { verb: '不予曝光', label: '意见', required: true, note: '' },
  drop: {
    verb: '放弃',
    label: '放弃原因',
    required: true,
    note: '放弃后一段时间内不再列为候选（参数 expo.restDays）。',
  },
  withdraw: { verb: '撤下', label: '撤下原因', required: true, note: '撤下后不再显示，也不计入整改率。' },
};

/** Asks for an opinion or a reason and does what it is about. */
export function EntryAction({ kind, row, onClose }: EntryActionProps) {
  const submission = useSubmission();
  const { verb, label, required, note } = WORDS[kind];
  const { entryId: id, version, displayName, amountFen } = row;
  const about = [
    labelOf(SUBJECT_KINDS, row.subjectKind),
    typeof amountFen === 'number' ? `${formatYuan(amountFen)} 元` : '',
    row.rectifyDeadline ? `整改期限 ${row.rectifyDeadline}` : '',
  ].filter(Boolean);
  const run = (comment: string) => {
    if (kind === 'drop') return dropExposure({ id, version, comment });
    if (kind === 'withdraw') {
      const payload = { id, version, comment };
      const title = `撤下：${displayName}`;
      return submission.offer({ process: 'exposure', bizId: id, payload, title, said: WAITS, done: '已撤下' });
    }
    return decideExposure({ id, version, approve: kind === 'approve', comment });
  };
  return (
    <OpinionDialog
      title={`${verb}：${displayName}`}
      label={label}
      required={required}
      okText={verb}
      note={`${about.join('，')}。${note}`}
      run={run}
      silent={kind === 'withdraw'}
      onClose={onClose}
    >
      {submission.dialog}
    </OpinionDialog>
  );
}
