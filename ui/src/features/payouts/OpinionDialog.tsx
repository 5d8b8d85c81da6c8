import { App, Form, Input } from 'antd';
import { saidOf } from '@/features/approvals/saidOf';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface OpinionDialogProps {
  title: string;
  /** What is to be written: «审批意见», «撤销原因». */
  label: string;
  required: boolean;
  okText: string;
  /** What the person should know before. */
  note?: React.ReactNode;
  /** Which way it goes, where somebody decides about it. */
  way?: React.ReactNode;
  run: (comment: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for an opinion or a reason and does what it is about. */
export function OpinionDialog({ title, label, required, okText, note, way, run, onClose }: OpinionDialogProps) {
  const { message } = App.useApp();
  const save = async ({ comment = '' }: { comment: string }) => {
    const answer = await run(comment.trim());
    void message.success(saidOf(answer, `已${okText}`));
  };
  return (
    <FormDialog<{ comment: string }>
      title={title}
      initial={{}}
      save={save}
      onClose={onClose}
      width={520}
      okText={okText}
    >
      {note && <p className={`${styles.wide} t2`}>{note}</p>}
      {way}
      <Form.Item name="comment" label={label} className={styles.wide} rules={[requiredText(label, required)]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
