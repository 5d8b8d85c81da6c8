import { App, Form, Input } from 'antd';
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
  run: (comment: string) => Promise<unknown>;
  /** Says itself what became of it. */
  silent?: boolean;
  children?: React.ReactNode;
  onClose: () => void;
}

/** Asks for an opinion or a reason and does what it is about. */
export function OpinionDialog({
  title,
  label,
  required,
  okText,
  note,
  run,
  silent,
  children,
  onClose,
}: OpinionDialogProps) {
  const { message } = App.useApp();
  const save = async ({ comment = '' }: { comment: string }) => {
    await run(comment.trim());
    if (!silent) void message.success(`已${okText}`);
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
      <Form.Item name="comment" label={label} className={styles.wide} rules={[requiredText(label, required)]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
      {children}
    </FormDialog>
  );
}
