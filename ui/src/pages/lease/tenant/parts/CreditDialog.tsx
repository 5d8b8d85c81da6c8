import { App, Form, Input, Radio } from 'antd';
import { type Credit, setCredit, type TenantRow } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import { CREDIT_FLAGS } from '@/features/business/labels';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface CreditDialogProps {
  tenant: TenantRow;
  onClose: () => void;
}

/** Sets the credit flag of a tenant with its reason. */
export default function CreditDialog({ tenant, onClose }: CreditDialogProps) {
  const { message } = App.useApp();
  const save = async (values: Credit) => {
    await setCredit({ tenantId: tenant.tenantId, version: tenant.version, ...values });
    void message.success('保存成功');
  };
  return (
    <FormDialog<Credit>
      title={`“${tenant.tenantName}”的信用标记`}
      initial={tenant.credit}
      save={save}
      onClose={onClose}
      width={520}
    >
      <Form.Item name="flag" label="信用标记" className={styles.wide}>
        <Radio.Group options={CREDIT_FLAGS.map(({ value, label }) => ({ value, label }))} />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因"
        className={styles.wide}
        dependencies={['flag']}
        rules={[({ getFieldValue }) => requiredText('信用标记的原因', getFieldValue('flag') !== 0)]}
      >
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
      <Form.Item name="until" label="截止日（不填为长期）">
        <DayInput />
      </Form.Item>
    </FormDialog>
  );
}
