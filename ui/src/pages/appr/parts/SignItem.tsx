import { Checkbox, Form } from 'antd';
import { signatureQuery } from '@/api/approvals';
import { readStored, writeStored } from '@/lib/storage';
import { useQuery } from '@/lib/useQuery';
import styles from '@/ui/form-dialog.module.css';

const KEY = 'signs-decisions';

/** Whether who sits here signed his last decision with his picture. */
export const signsUsually = (): boolean => readStored(KEY) === true;

/** 附手写签名: for who has set one. The server asks for a second proof before it takes it. */
export function SignItem() {
  const { data } = useQuery(signatureQuery());
  // a person without a picture sends none, whatever the last person at this browser chose
  if (!data?.picture) return null;
  return (
    <Form.Item name="sign" valuePropName="checked" className={styles.wide}>
      <Checkbox onChange={({ target }) => writeStored(KEY, target.checked)}>
        附手写签名{' '}
        <img src={data.picture} alt="我的手写签名" style={{ height: 24, verticalAlign: 'middle', maxWidth: 120 }} />
      </Checkbox>
    </Form.Item>
  );
}
