import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { signIn } from '@/api/auth';
import { useCaptcha } from '@/features/signIn/useCaptcha';
import { BASE } from '@/lib/base';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { giveUp, putOff, resume } from '@/stores/binding';
import { type Interruption, useSession } from '@/stores/session';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import { Modal } from '@/ui/overlays';
import { Refusal } from '@/ui/Refusal';
import { OVER_PAGES } from './Stage';
import styles from './sign-in-again.module.css';

interface Values {
  password: string;
  code?: string;
}

/** Password and captcha of the person whom the page shows; nobody else can go on with it. */
function SignInForm({ onDone }: { onDone: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const refusal = useFieldRefusal(form);
  const userName = useSession((state) => state.account?.userName ?? '');
  const withSso = useSession((state) => state.portal?.ssoEnabled === true);
  const { captcha, failed, renew } = useCaptcha(userName);
  const entering = useMutation({
    mutationFn: async ({ password, code = '' }: Values) => {
      resume(await signIn({ username: userName, password, code: code.trim(), uuid: captcha?.uuid ?? '' }));
    },
    onSuccess: () => {
      void message.success('已重新登录，填写的内容仍在，可以继续提交');
      onDone();
    },
    onError: (error) => {
      form.resetFields(['code']);
      refusal.show(error);
      void renew();
    },
  });
  return (
    <Form
      form={form}
      name="again"
      layout="vertical"
      requiredMark={false}
      onValuesChange={refusal.forget}
      onFinish={(values) => entering.mutate(values)}
    >
      <Form.Item label="用户名">
        <Input value={userName} readOnly autoComplete="username" aria-label="用户名" />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={[{ ...requiredText('密码'), whitespace: false }]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      {(captcha?.captchaEnabled ?? true) && (
        <div className={styles.captcha}>
          <Form.Item
            name="code"
            label="验证码"
            rules={[requiredText('验证码')]}
            {...(failed && { validateStatus: 'error' as const, help: failed })}
          >
            <Input autoComplete="off" placeholder="填写计算结果" />
          </Form.Item>
          <button type="button" title="看不清？点击换一张" aria-label="换一张验证码" onClick={() => void renew()}>
            {captcha ? (
              <img src={`data:image/png;base64,${captcha.img}`} alt="验证码图片" data-uuid={captcha.uuid} />
            ) : (
              '点击重试'
            )}
          </button>
        </div>
      )}
      <Refusal error={refusal.rest(entering.error)} />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={entering.isPending}>
          登录
        </Button>
        <Button onClick={giveUp}>放弃填写的内容</Button>
        {withSso && (
          <a href={`${BASE}loginIdaas`} target="_blank" rel="noreferrer">
            统一身份认证登录（新窗口）
          </a>
        )}
      </div>
    </Form>
  );
}

/** A session that is over while something is typed: signing in again over the page, or giving up, by the same person only. */
export default function SignInAgain({ interruption, onDone }: { interruption: Interruption; onDone: () => void }) {
  const account = useSession((state) => state.account);
  const [again, setAgain] = useState(false);
  const own = account ? `${account.realName}（${account.userName}）` : '';
  const isOther = interruption.kind === 'other';
  return (
    <Modal
      open
      centered
      width={460}
      zIndex={OVER_PAGES}
      title={isOther ? '此浏览器已由他人登录' : '登录状态已失效'}
      footer={null}
      mask={{ closable: false }}
      onCancel={putOff}
    >
      <p className={`t2 ${styles.text}`}>
        {isOther
          ? `此浏览器已由 ${interruption.name} 登录，请重新登录为 ${own} 或放弃。本页的内容没有提交。`
          : `请重新登录为 ${own}。填写的内容仍在，登录后可以继续提交。`}
      </p>
      {isOther && !again ? (
        <div className="form-buttons">
          <Button type="primary" onClick={() => setAgain(true)}>
            重新登录为 {account?.userName}
          </Button>
          <Button onClick={giveUp}>放弃填写的内容</Button>
        </div>
      ) : (
        <SignInForm onDone={onDone} />
      )}
    </Modal>
  );
}
