import { Form, Input } from 'antd';
import { RemarkInput } from '@/features/business/fields';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

/** Number of the paper. */
export const VoucherField = ({ label }: { label: string }) => (
  <Form.Item name="voucherNo" label={label}>
    <Input maxLength={64} autoComplete="off" />
  </Form.Item>
);

/** Payee and number of the paper. */
export const PayeeFields = ({ voucher }: { voucher: string }) => (
  <>
    <Form.Item name="payee" label="收款人" rules={[requiredText('收款人')]}>
      <Input maxLength={100} autoComplete="off" />
    </Form.Item>
    <VoucherField label={voucher} />
  </>
);

/** Remark and papers, at the end of every form. */
export const PaperFields = () => (
  <>
    <Form.Item name="remark" label="备注" className={styles.wide}>
      <RemarkInput />
    </Form.Item>
    <Form.Item name="papers" label="附件" className={styles.wide}>
      <FileUploader mode="drag" />
    </Form.Item>
  </>
);
