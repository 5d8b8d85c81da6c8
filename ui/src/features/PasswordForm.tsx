import { Button, Form, Input } from 'antd';
import { changePassword, passwordRulesQuery } from '@/api/profile';
import { characterClassComplaint, passwordStrength, STRENGTH_WORDS } from '@/lib/passwordStrength';
import { asRule, passwordCheck, requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import styles from './password.module.css';

interface PasswordFormProps {
  userName: string;
  onDone: () => void;
  /** Stands beside the button. */
  beside?: React.ReactNode;
  /** It cannot be changed just now; what is typed stays. */
  waits?: boolean;
}

interface Values {
  oldPassword: string;
  newPassword: string;
  repeat: string;
}

/** How hard the typed password is to guess: three bars and a word. */
function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <span className={`${styles.strength} ${styles[`s${strength}`] ?? ''}`} role="status">
      <i />
      <i />
      <i />
      {strength > 0 && `强度：${STRENGTH_WORDS[strength]}`}
    </span>
  );
}

/** Old password, new password twice. */
export function PasswordForm({ userName, onDone, beside, waits = false }: PasswordFormProps) {
  const [form] = Form.useForm<Values>();
  const typed = Form.useWatch('newPassword', form) ?? '';
  const known = useQuery(passwordRulesQuery()).data;
  const refusal = useFieldRefusal(form);
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Values) => changePassword(oldPassword, newPassword),
    onSuccess: () => {
      form.resetFields();
      onDone();
    },
    onError: refusal.show,
  });
  const newRules = [
    { ...requiredText('新密码'), whitespace: false },
    asRule(
      (value) => passwordCheck(value, userName, known?.least) || characterClassComplaint(value, known?.chrtype ?? '0'),
    ),
    asRule((value) => (value !== '' && value === form.getFieldValue('oldPassword') ? '新密码不能与原密码相同' : '')),
  ];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={refusal.forget}
      onFinish={(values) => change.mutate(values)}
    >
      <Form.Item name="oldPassword" label="原密码" rules={[{ ...requiredText('原密码'), whitespace: false }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={
          <>
            <StrengthMeter password={typed} />
            {(known?.rules ?? []).map((rule) => (
              <div key={rule}>{rule}</div>
            ))}
          </>
        }
        rules={newRules}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeat"
        label="确认新密码"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再次填写新密码' },
          asRule((value) => (value === form.getFieldValue('newPassword') ? '' : '两次输入的密码不一致')),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={change.isPending} disabled={waits}>
          修改密码
        </Button>
        {beside}
      </div>
    </Form>
  );
}
