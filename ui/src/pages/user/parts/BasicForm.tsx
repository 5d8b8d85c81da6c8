import { App, Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { type EditableProfile, type Profile, saveProfile } from '@/api/profile';
import { useDict } from '@/api/useDict';
import { dictOptions } from '@/lib/dict';
import { asRule, emailCheck, phoneCheck, requiredText } from '@/lib/rules';
import { useUnsaved } from '@/lib/unsaved';
import { useMutation } from '@/lib/useMutation';
import { useSession } from '@/stores/session';
import { useFieldRefusal } from '@/ui/fieldRefusal';

/** What people may change about themselves. */
export function BasicForm({ profile }: { profile: Profile }) {
  const { message } = App.useApp();
  const sexes = useDict('sys_user_sex');
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const [form] = Form.useForm<EditableProfile>();
  const refusal = useFieldRefusal(form);
  const save = useMutation({
    mutationFn: saveProfile,
    onSuccess: (_answer, { realName }) => {
      void message.success('修改成功');
      const { account } = useSession.getState();
      if (account) useSession.setState({ account: { ...account, realName } });
      setDirty(false);
    },
    onError: refusal.show,
  });
  return (
    <Form<EditableProfile>
      form={form}
      layout="vertical"
      initialValues={profile}
      requiredMark={false}
      onValuesChange={() => {
        setDirty(true);
        refusal.forget();
      }}
      onFinish={(values) => save.mutate(values)}
    >
      <Form.Item name="realName" label="姓名" rules={[requiredText('姓名')]}>
        <Input maxLength={30} autoComplete="name" />
      </Form.Item>
      <Form.Item name="phonenumber" label="手机号码" rules={[asRule(phoneCheck)]}>
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" rules={[asRule(emailCheck)]}>
        <Input maxLength={50} inputMode="email" autoComplete="email" />
      </Form.Item>
      <Form.Item name="sex" label="性别">
        <Radio.Group options={dictOptions(sexes)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        保存
      </Button>
    </Form>
  );
}
