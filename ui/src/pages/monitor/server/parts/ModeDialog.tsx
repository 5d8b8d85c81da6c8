import { Form, Input, Radio } from 'antd';
import { changeMode, type ModeInput, type ModeState } from '@/api/monitor';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface ModeDialogProps {
  running: ModeState | null;
  onClose: () => void;
  onDone: (told: string) => Promise<void>;
}

/** Closes the portal or makes it read-only, with the sentence that everybody reads. */
export default function ModeDialog({ running, onClose, onDone }: ModeDialogProps) {
  const save = async ({ mode, text, until }: ModeInput) => onDone(await changeMode({ mode, text, until: until ?? '' }));
  return (
    <FormDialog<ModeInput>
      title="维护 / 只读"
      initial={{ mode: running?.mode ?? 'closed', text: running?.text ?? '', until: running?.until ?? '' }}
      save={save}
      onClose={onClose}
    >
      <Form.Item className={styles.wide} name="mode" label="运行模式">
        <Radio.Group
          options={[
            { value: 'closed', label: '维护：只有管理员可以使用' },
            { value: 'readonly', label: '只读：可以查看，不能保存' },
          ]}
        />
      </Form.Item>
      <Form.Item
        className={styles.wide}
        name="text"
        label="说明"
        extra="所有人都会看到这句话"
        rules={[requiredText('说明')]}
      >
        <Input maxLength={200} placeholder="例如：22:00–22:30 升级" />
      </Form.Item>
      <Form.Item
        className={styles.wide}
        name="until"
        label="自动恢复"
        extra="22:30 或 2026-03-01 22:30；不填则一直到手动恢复"
      >
        <Input maxLength={32} />
      </Form.Item>
    </FormDialog>
  );
}
