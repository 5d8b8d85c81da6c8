import { Form, Input } from 'antd';
import { useRef } from 'react';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface Values {
  reason: string;
}

interface LeaveOutDialogProps {
  row: number;
  onSaid: (reason: string) => void;
  onClose: () => void;
}

/** 不导入: why a line of a statement is not entered; kept with the import. */
export function LeaveOutDialog({ row, onSaid, onClose }: LeaveOutDialogProps) {
  const said = useRef('');
  return (
    <FormDialog<Values>
      title={`第${row}行不导入`}
      name={`leaveOut${row}`}
      initial={{}}
      save={({ reason }) => {
        said.current = reason.trim();
        return Promise.resolve();
      }}
      onSaved={() => onSaid(said.current)}
      onClose={onClose}
      width={480}
    >
      <p className={`${styles.wide} t2`}>
        导入后原因随流水保存，以后的文件中再有这一笔也不导入，需要时可选择“仍然入账”。
      </p>
      <Form.Item name="reason" label="不导入的原因" className={styles.wide} rules={[requiredText('不导入的原因')]}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
