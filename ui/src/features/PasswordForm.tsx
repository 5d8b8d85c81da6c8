import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { api } from '@/api/client';
import { asRule, PASSWORD_HINT, passwordCheck } from '@/lib/rules';

interface PasswordFormProps {
  userName: string;
  onDone: () => void;
  /** Stands beside the button. */
  beside?: React.ReactNode;
}

interface Values {
  oldPassword: string;
  newPassword: string;
}

/** Old password, new password twice. */
export function PasswordForm({ userName, onDone, beside }: PasswordFormProps) {
  const [form] = Form.useForm<Values & { repeat: string }>();
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: Values) =>
      api.put('/system/user/profile/updatePwd', { oldPassword, newPassword }),
    onSuccess: () => {
      form.resetFields();
      onDone();
    },
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => change.mutate(values)}>
      <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请输入原密码' }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={PASSWORD_HINT}
        rules={[{ required: true, message: '请输入新密码' }, asRule((value) => passwordCheck(value, userName))]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeat"
        label="确认新密码"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再次输入新密码' },
          asRule((value) => (value === form.getFieldValue('newPassword') ? '' : '两次输入的密码不一致')),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          修改密码
        </Button>
        {beside}
      </div>
    </Form>
  );
}
