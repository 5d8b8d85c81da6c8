import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Form, Input, Radio, Skeleton } from 'antd';
import { api } from '@/api/client';
import { textOf } from '@/api/errors';
import { PasswordForm } from '@/features/PasswordForm';
import { toMinute } from '@/lib/dates';
import { asRule, emailCheck, phoneCheck } from '@/lib/rules';
import { useSession } from '@/stores/session';
import { EmptyState } from '@/ui/EmptyState';
import './profile.css';

interface Profile {
  userName: string;
  realName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
  createTime?: string;
  dept?: { deptName?: string };
}

interface ProfileAnswer {
  data: Profile;
  roleGroup?: string;
  postGroup?: string;
}

type Editable = Pick<Profile, 'realName' | 'phonenumber' | 'email' | 'sex'>;

/** What the person cannot change themselves. */
function Facts({ answer }: { answer: ProfileAnswer }) {
  const { data } = answer;
  const facts: [string, string | undefined][] = [
    ['用户名', data.userName],
    ['部门', data.dept?.deptName],
    ['岗位', answer.postGroup],
    ['角色', answer.roleGroup],
    ['创建时间', toMinute(data.createTime)],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function BasicForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { message } = App.useApp();
  const save = useMutation({
    mutationFn: (values: Editable) => api.put('/system/user/profile', values),
    onSuccess: (_answer, values) => {
      void message.success('修改成功');
      const { account } = useSession.getState();
      if (account) useSession.setState({ account: { ...account, realName: values.realName } });
      onSaved();
    },
  });
  return (
    <Form<Editable>
      layout="vertical"
      initialValues={profile}
      requiredMark={false}
      onFinish={(values) => save.mutate(values)}
    >
      <Form.Item name="realName" label="姓名" rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}>
        <Input maxLength={30} autoComplete="name" />
      </Form.Item>
      <Form.Item name="phonenumber" label="手机号码" rules={[asRule(phoneCheck)]}>
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" rules={[asRule(emailCheck)]}>
        <Input maxLength={50} inputMode="email" autoComplete="email" />
      </Form.Item>
      <Form.Item name="sex" label="性别">
        <Radio.Group
          options={[
            { label: '男', value: '0' },
            { label: '女', value: '1' },
            { label: '未知', value: '2' },
          ]}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        保存
      </Button>
    </Form>
  );
}

/** 个人中心: basic data and the password. */
export default function ProfilePage() {
  const { message } = App.useApp();
  const account = useSession((state) => state.account);
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.get<ProfileAnswer>('/system/user/profile', undefined, signal),
  });
  if (profile.isError) {
    return (
      <EmptyState
        kind="error"
        title="个人信息加载失败"
        text={textOf(profile.error)}
        action={<Button onClick={() => void profile.refetch()}>重试</Button>}
      />
    );
  }
  const answer = profile.data;
  return (
    <div className="profile">
      <section className="card" aria-labelledby="profile-facts">
        <div className="card-head">
          <h2 id="profile-facts">个人信息</h2>
        </div>
        <div className="card-body">{answer ? <Facts answer={answer} /> : <Skeleton active title={false} />}</div>
      </section>
      <section className="card" aria-labelledby="profile-basic">
        <div className="card-head">
          <h2 id="profile-basic">基本资料</h2>
        </div>
        <div className="card-body narrow">
          {answer ? <BasicForm profile={answer.data} onSaved={() => void profile.refetch()} /> : <Skeleton active />}
        </div>
      </section>
      <section className="card" aria-labelledby="profile-password">
        <div className="card-head">
          <h2 id="profile-password">修改密码</h2>
        </div>
        <div className="card-body narrow">
          <PasswordForm userName={account?.userName ?? ''} onDone={() => void message.success('密码修改成功')} />
        </div>
      </section>
    </div>
  );
}
