import { Button, Form, Input, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { confirmKey, type Enrolled, newKeyQuery, takeToken } from '@/api/factor';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { CodeField } from './CodeField';
import styles from './factor.module.css';
import { RecoveryCodes } from './RecoveryCodes';

const KeyPicture = lazy(() => import('./KeyPicture'));

const WAYS = [
  { value: 'app', label: '手机应用' },
  { value: 'token', label: '硬件令牌' },
];
const GROUP = /.{1,4}/g;

interface StepProps {
  onEnrolled: (enrolled: Enrolled) => void;
  beside: React.ReactNode;
}

/** A key is scanned or typed, and confirmed by its first code. */
function ByApp({ onEnrolled, beside }: StepProps) {
  const [form] = Form.useForm<{ code: string }>();
  // shown once: no write makes another one
  const key = useQuery({ ...newKeyQuery(), gcTime: 0, meta: { movedBy: '/portal/factor/begin' } });
  const refusal = useFieldRefusal(form);
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmKey(code),
    onSuccess: onEnrolled,
    onError: refusal.show,
  });
  return (
    <Loaded source={key} title="密钥加载失败">
      {({ secret, uri }) => (
        <>
          <p className={styles.text}>
            用手机上的验证器应用（如 Microsoft Authenticator、FreeOTP）扫描二维码，再输入它显示的 6 位动态口令。
          </p>
          <div className={styles.key}>
            <Suspense fallback={<div className={styles.blank} />}>
              <KeyPicture uri={uri} />
            </Suspense>
            <div>
              <span className="t3">不能扫描时，手动输入密钥：</span>
              <code data-testid="factor-key">{secret.match(GROUP)?.join(' ')}</code>
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
      )}
    </Loaded>
  );
}

interface TokenValues {
  serial: string;
  code: string;
  next?: string;
}

/** A token out of the stock, proved by what it shows. */
function ByToken({ onEnrolled, beside }: StepProps) {
  const [form] = Form.useForm<TokenValues>();
  const refusal = useFieldRefusal(form);
  const take = useMutation({
    mutationFn: ({ serial, code, next = '' }: TokenValues) => takeToken({ serial, code, next }),
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
  onDone: () => void;
  /** It is in force: the codes are shown now, and never again. */
  onCodes?: () => void;
  /** Stands beside the button. */
  beside?: React.ReactNode;
}

/** Sets up a second factor: app or token, first code, recovery codes. */
export function Enrol({ onDone, onCodes, beside = null }: EnrolProps) {
  const [way, setWay] = useState('app');
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  if (enrolled) return <RecoveryCodes codes={enrolled.codes} onDone={onDone} />;
  const Step = way === 'app' ? ByApp : ByToken;
  return (
    <div>
      <Segmented block options={WAYS} value={way} onChange={(value) => setWay(String(value))} aria-label="方式" />
      <Step
        onEnrolled={(answer) => {
          setEnrolled(answer);
          onCodes?.();
        }}
        beside={beside}
      />
    </div>
  );
}
