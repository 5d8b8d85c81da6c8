import { App, Form, Input } from 'antd';
import { type OpeningRow, revokeOpening } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface RevokeDialogProps {
  opening: OpeningRow;
  onClose: () => void;
}

/** 撤销期初余额: by a mirror dated today, by another person than who brought it in. */
export function RevokeDialog({ opening, onClose }: RevokeDialogProps) {
  const { message } = App.useApp();
  const { openingId, originNo, kind, amountFen } = opening;
  const save = async ({ reason }: { reason: string }) => {
    await revokeOpening(openingId, reason);
    void message.success('期初余额已撤销');
  };
  return (
    <FormDialog<{ reason: string }>
      title={`撤销期初余额 ${originNo}`}
      initial={{}}
      save={save}
      onClose={onClose}
      okText="撤销"
      width={520}
    >
      <p className={`${styles.wide} t2`}>
        {kind} {formatYuan(amountFen)}{' '}
        元。撤销记在今天，不能恢复；导入人不能撤销自己导入的余额，已抵扣或退还的不能撤销。
      </p>
      <Form.Item name="reason" label="撤销原因" className={styles.wide} rules={[requiredText('撤销原因')]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormDialog>
  );
}
