import { App, Form, Input } from 'antd';
import { cancelLease, decideLease, type LeaseRow, signLease, withdrawLease } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import { fileIds } from '@/features/business/parts';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { requiredChoice, requiredText } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { AtSigning } from './AtSigning';
import type { Action } from './LeaseButtons';

type Simple = Exclude<Action, 'edit' | 'submit' | 'change' | 'terminate' | 'renew' | 'deliver' | 'giveBack' | 'settle'>;

interface LeaseActionsProps {
  action: Simple;
  lease: LeaseRow;
  onClose: () => void;
}

interface Values {
  comment: string;
  day: string;
  scans: string;
}

interface Shape {
  title: string;
  done: string;
  /** What is asked for. */
  asks?: 'comment' | 'reason' | 'sign';
  note?: string;
  label?: string;
}

const SHAPES: Readonly<Record<Simple, Shape>> = {
  withdraw: { title: '撤回合同', done: '已撤回', note: '撤回后合同回到草稿，房间恢复可租。' },
  approve: { title: '同意', done: '已同意', asks: 'comment' },
  return: { title: '退回修改', done: '已退回', asks: 'reason', label: '退回意见' },
  reject: { title: '驳回', done: '已驳回', asks: 'reason', label: '驳回意见' },
  sign: { title: '登记签订', done: '已登记签订', asks: 'sign' },
  cancel: { title: '作废合同', done: '已作废', asks: 'reason', label: '作废原因' },
};

function run(
  action: Simple,
  { leaseId: id, version }: LeaseRow,
  { comment = '', day, scans }: Values,
): Promise<unknown> {
  switch (action) {
    case 'withdraw':
      return withdrawLease(id, version);
    case 'sign':
      return signLease({ id, version, signDate: day, scans: fileIds(scans) });
    case 'cancel':
      return cancelLease(id, version, comment);
    default:
      return decideLease(id, version, action, comment);
  }
}

/** One step of a lease: asks for what it needs and takes it. */
export default function LeaseActions({ action, lease, onClose }: LeaseActionsProps) {
  const { message } = App.useApp();
  const shape = SHAPES[action];
  const save = async (values: Values) => {
    await run(action, lease, values);
    void message.success(shape.done);
  };
  const label = shape.label ?? '意见';
  return (
    <FormDialog<Values>
      title={`${shape.title}：${lease.leaseNo}`}
      initial={shape.asks === 'sign' ? { day: today() } : {}}
      save={save}
      onClose={onClose}
      width={520}
    >
      {shape.note && <p className={`${styles.wide} t2`}>{shape.note}</p>}
      {(shape.asks === 'comment' || shape.asks === 'reason') && (
        <Form.Item
          name="comment"
          label={label}
          className={styles.wide}
          rules={[requiredText(label, shape.asks === 'reason')]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      )}
      {shape.asks === 'sign' && (
        <div className={styles.wide}>
          <AtSigning leaseId={lease.leaseId} />
        </div>
      )}
      {shape.asks === 'sign' && (
        <Form.Item name="day" label="签订日期" rules={[requiredChoice('签订日期')]}>
          <DayInput />
        </Form.Item>
      )}
      {shape.asks === 'sign' && (
        <Form.Item
          name="scans"
          label="双方签字盖章的合同扫描件"
          className={styles.wide}
          rules={[{ required: true, message: '请上传合同扫描件' }]}
        >
          <FileUploader mode="drag" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
