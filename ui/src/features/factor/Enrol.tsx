import { Alert, Button, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { confirmKey, type Enrolled, type NewKey, newKey, newKeyQuery, takeToken } from '@/api/factor';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { CodeField } from './CodeField';
import styles from './factor.module.css';
import { RecoveryCodes } from './RecoveryCodes';

const KeyPicture = lazy(
  () => import('./KeyPicture'),
  () => <div className={styles.blank} />,
);

const WAYS = [
  { value: 'app', label: '手机应用' },
  { value: 'token', label: '硬件令牌' },
];
const GROUP = /.{1,4}/g;

interface StepProps {
  /** A first factor asks for the password, so that nobody sets one up at a desk that was left unlocked. */
  asksPassword: boolean;
  onEnrolled: (enrolled: Enrolled) => void;
  beside: React.ReactNode;
}

const PasswordField = ({ autoFocus = false }) => (
  <Form.Item name="password" label="登录密码" rules={[requiredText('登录密码')]}>
    <Input.Password maxLength={128} autoComplete="current-password" autoFocus={autoFocus} />
  </Form.Item>
);

interface ConfirmProps extends Pick<StepProps, 'onEnrolled' | 'beside'> {
  shown: NewKey;
}

/** A key is scanned or typed, and confirmed by its first code. */
function ConfirmKey({ shown, onEnrolled, beside }: ConfirmProps) {
  const [form] = Form.useForm<{ code: string }>();
  const refusal = useFieldRefusal(form);
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmKey(code),
    onSuccess: onEnrolled,
    onError: refusal.show,
  });
  return (
    <>
      {shown.another && <Alert type="warning" showIcon title={shown.another} />}
      <p className={styles.text}>
        用手机上的验证器应用（如 Microsoft Authenticator、FreeOTP）扫描二维码，再输入它显示的 6 位动态口令。
      </p>
      <div className={styles.key}>
        <KeyPicture uri={shown.uri} />
        <div>
          <span className="t3">不能扫描时，手动输入密钥：</span>
          <code data-testid="factor-key">{shown.secret.match(GROUP)?.join(' ')}</code>
        </div>
      </div>
      <Form
        form={form}
        className={styles.form ?? ''}
        layout="vertical"
        requiredMark={false}
        onValuesChange={refusal.forget}
        onFinish={(values) => confirm.mutate(values)}
      >
        <CodeField autoFocus />
        <div className="form-buttons">
          <Button type="primary" htmlType="submit" loading={confirm.isPending}>
            确认
          </Button>
          {beside}
        </div>
      </Form>
    </>
  );
}

/** The key is shown at once: who replaces a factor has proved himself by it. */
function KeyAtOnce(props: Pick<StepProps, 'onEnrolled' | 'beside'>) {
  // shown once: no write makes another one
  const key = useQuery({ ...newKeyQuery(), gcTime: 0, meta: { movedBy: '/portal/factor/begin' } });
  return (
    <Loaded source={key} title="密钥加载失败">
      {(shown) => <ConfirmKey {...props} shown={shown} />}
    </Loaded>
  );
}

/** The key is shown for the password. */
function KeyByPassword({ onEnrolled, beside }: Pick<StepProps, 'onEnrolled' | 'beside'>) {
  const [form] = Form.useForm<{ password: string }>();
  const [shown, setShown] = useState<NewKey | null>(null);
  const refusal = useFieldRefusal(form);
  const begin = useMutation({
    mutationFn: ({ password }: { password: string }) => newKey(password),
    onSuccess: setShown,
    onError: refusal.show,
  });
  if (shown) return <ConfirmKey shown={shown} onEnrolled={onEnrolled} beside={beside} />;
  return (
    <Form
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      onValuesChange={refusal.forget}
      onFinish={(values) => begin.mutate(values)}
    >
      <p className={styles.text}>请先输入登录密码，确认是您本人在设置。</p>
      <PasswordField autoFocus />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={begin.isPending}>
          下一步
        </Button>
        {beside}
      </div>
    </Form>
  );
}

function ByApp({ asksPassword, ...props }: StepProps) {
  return asksPassword ? <KeyByPassword {...props} /> : <KeyAtOnce {...props} />;
}

interface TokenValues {
  serial: string;
  code: string;
  next?: string;
  password?: string;
}

/** A token out of the stock, proved by what it shows. */
function ByToken({ asksPassword, onEnrolled, beside }: StepProps) {
  const [form] = Form.useForm<TokenValues>();
  const refusal = useFieldRefusal(form);
  const take = useMutation({
    mutationFn: ({ serial, code, next = '', password = '' }: TokenValues) =>
      takeToken({ serial, code, next, password }),
    onSuccess: onEnrolled,
    onError: refusal.show,
  });
  return (
    <Form
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      onValuesChange={refusal.forget}
      onFinish={(values) => take.mutate(values)}
    >
      <p className={styles.text}>输入令牌背面的序列号，以及令牌现在显示的动态口令。</p>
      <Form.Item name="serial" label="序列号" rules={[requiredText('序列号')]}>
        <Input maxLength={40} autoComplete="off" autoFocus />
      </Form.Item>
      <CodeField digits={8} />
      <CodeField name="next" label="下一个动态口令（可不填）" optional />
      {asksPassword && <PasswordField />}
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={take.isPending}>
          确认
        </Button>
        {beside}
      </div>
    </Form>
  );
}

interface EnrolProps {
  asksPassword: boolean;
  onDone: () => void;
  /** It is in force: the codes are shown now, and never again. */
  onCodes?: () => void;
  /** Stands beside the button. */
  beside?: React.ReactNode;
}

/** Sets up a second factor: app or token, first code, recovery codes. */
export function Enrol({ asksPassword, onDone, onCodes, beside = null }: EnrolProps) {
  const [way, setWay] = useState('app');
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  if (enrolled) return <RecoveryCodes codes={enrolled.codes} onDone={onDone} />;
  const Step = way === 'app' ? ByApp : ByToken;
  return (
    <div>
      <Segmented block options={WAYS} value={way} onChange={(value) => setWay(String(value))} aria-label="方式" />
      <Step
        asksPassword={asksPassword}
        onEnrolled={(answer) => {
          setEnrolled(answer);
          onCodes?.();
        }}
        beside={beside}
      />
    </div>
  );
}
