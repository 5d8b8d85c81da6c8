import { Form, Input } from 'antd';
import { passwordRulesQuery } from '@/api/profile';
import { resetPassword, type UserRow } from '@/api/user';
import { asRule, passwordCheck } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import type { Saved } from './UserDialog';

interface ResetDialogProps {
  user: UserRow;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

const EMPTY = { password: '' };

/** A new password for a person: typed, or made up by the server. */
export default function ResetDialog({ user, onSaved, onClose }: ResetDialogProps) {
  const known = useQuery(passwordRulesQuery()).data;
  const save = async ({ password }: { password: string }) => {
    const { data } = await resetPassword(user.userId, password ?? '');
    onSaved({
      name: user.realName,
      ...(data?.password && { initial: { account: user.userName, password: data.password } }),
    });
  };
  return (
    <FormDialog title="重置密码" width={440} initial={EMPTY} save={save} onClose={onClose}>
      <p className={`${styles.wide} t2`}>
        将重置“{user.realName}（{user.userName}）”的密码，其已登录的会话会立即失效。
      </p>
      <Form.Item
        className={styles.wide}
        name="password"
        label="新密码"
        extra={known?.rules.map((rule) => <div key={rule}>{rule}</div>)}
        rules={[asRule((value) => passwordCheck(value, user.userName, known?.least))]}
        style={{ marginTop: 12 }}
      >
        <Input.Password autoComplete="new-password" placeholder="留空则自动生成" autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
