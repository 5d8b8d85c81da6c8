import { App, Form, Input } from 'antd';
import { type ExposureRow, rectifyExposure } from '@/api/exposure';
import { DayInput } from '@/features/business/fields';
import { formatDate } from '@/lib/dates';
import { requiredChoice, requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface Values {
  day: string;
  comment: string;
}

interface RectifyDialogProps {
  row: ExposureRow;
  onClose: () => void;
}

/** Today, or the first day on the board when this computer's clock is behind the server's. */
function firstDay({ publishFrom }: ExposureRow): string {
  const today = formatDate(new Date());
  return publishFrom && publishFrom > today ? publishFrom : today;
}

/** Marks an entry as put right, with the day and what was done. */
export default function RectifyDialog({ row, onClose }: RectifyDialogProps) {
  const { message } = App.useApp();
  const save = async ({ day, comment }: Values) => {
    await rectifyExposure({ id: row.entryId, version: row.version, day, comment: comment.trim() });
    void message.success('已登记整改');
  };
  return (
    <FormDialog<Values>
      title={`登记整改：${row.displayName}`}
      initial={{ day: firstDay(row) }}
      save={save}
      onClose={onClose}
      width={520}
      okText="登记整改"
    >
      <Form.Item name="day" label="整改日期" className={styles.wide} rules={[requiredChoice('整改日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="comment" label="整改说明" className={styles.wide} rules={[requiredText('整改说明')]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}
