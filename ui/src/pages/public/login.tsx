import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined';
import LockFilled from '@ant-design/icons-svg/es/asn/LockFilled';
import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signIn } from '@/api/auth';
import { ERROR_TEXT, textOf } from '@/api/errors';
import { useCaptcha } from '@/features/signIn/useCaptcha';
import { BASE } from '@/lib/base';
import { dropCookie, readCookie, writeCookie } from '@/lib/cookies';
import { takeLostSession } from '@/lib/lostSession';
import { arriveAt } from '@/lib/redirect';
import { startSession } from '@/stores/session';
import { usePortalInfo } from '@/stores/usePortalInfo';
import { Glyph } from '@/ui/Glyph';
import { PasswordField, TextField } from './parts/fields';
import { LostToast } from './parts/LostToast';
import { PublicShell } from './parts/PublicShell';
import styles from './public.module.css';

const NAME_COOKIE = 'username';
const NAME_DAYS = 30;

interface Complaints {
  username?: string;
  password?: string;
  code?: string;
  /** About the whole attempt: wrong password, locked account, no connection. */
  form?: string;
}

/** Puts what the server said beside the field it concerns. */
function placeComplaint(message: string): Complaints {
  return message.includes('验证码') ? { code: message } : { form: message };
}

/** `passwordOnly`: the form of /login_self, which never offers single sign-on. */
export default function Login({ passwordOnly = false }: { passwordOnly?: boolean }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const portal = usePortalInfo();
  const [username, setUsername] = useState(() => readCookie(NAME_COOKIE));
  const { captcha, failed, renew } = useCaptcha(username);
  const [remember, setRemember] = useState(() => readCookie(NAME_COOKIE) !== '');
  const [known] = useState(username !== '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [complaints, setComplaints] = useState<Complaints>(() => (takeLostSession() ? { form: ERROR_TEXT.lost } : {}));
  const [busy, setBusy] = useState(false);
  const withCaptcha = captcha?.captchaEnabled ?? true;

  const check = (): Complaints => ({
    ...(username.trim() === '' && { username: '请填写用户名' }),
    ...(password === '' && { password: '请填写密码' }),
    ...(withCaptcha && code.trim() === '' && { code: '请填写验证码' }),
  });

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const missing = check();
    setComplaints(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const name = username.trim();
      const token = await signIn({ username: name, password, code: code.trim(), uuid: captcha?.uuid ?? '' });
      if (remember) writeCookie(NAME_COOKIE, name, NAME_DAYS);
      else dropCookie(NAME_COOKIE);
      startSession(token);
      navigate(arriveAt(new URLSearchParams(search).get('redirect')), { replace: true });
    } catch (error) {
      setComplaints(placeComplaint(textOf(error)));
      setCode('');
      void renew();
      setBusy(false);
    }
  };

  const locked = /锁定|秒后再试/.test(complaints.form ?? '');
  return (
    <PublicShell>
      <LostToast />
      <h1>登录</h1>
      <p className={styles.pubLead}>请使用单位分配的账号登录</p>
      <form method="post" onSubmit={submit} noValidate aria-label="登录">
        {complaints.form && (
          <div className={`${styles.pubAlert} ${locked ? styles.lock : ''}`} role="alert">
            <Glyph icon={locked ? LockFilled : ExclamationCircleFilled} />
            {complaints.form}
          </div>
        )}
        <TextField
          label="用户名"
          name="username"
          autoComplete="username"
          icon={UserOutlined}
          value={username}
          onChange={setUsername}
          autoFocus={!known}
          {...(complaints.username && { error: complaints.username })}
        />
        <PasswordField
          label="密码"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus={known}
          {...(complaints.password && { error: complaints.password })}
        />
        {withCaptcha && (
          <TextField
            label="验证码"
            name="code"
            autoComplete="off"
            icon={SafetyOutlined}
            placeholder="填写计算结果"
            value={code}
            onChange={setCode}
            {...((complaints.code || failed) && { error: complaints.code || failed })}
            beside={
              <button type="button" title="看不清？点击换一张" aria-label="换一张验证码" onClick={() => void renew()}>
                {captcha ? (
                  <img src={`data:image/png;base64,${captcha.img}`} alt="验证码图片" data-uuid={captcha.uuid} />
                ) : (
                  '点击重试'
                )}
              </button>
            }
          />
        )}
        <div className={styles.pubLine}>
          <label className={styles.pubCheck}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
            记住用户名
          </label>
          <span>忘记密码请联系管理员</span>
        </div>
        <button type="submit" className={`plain-btn primary ${styles.pubBig}`} disabled={busy} aria-busy={busy}>
          {busy ? '正在登录…' : '登录'}
        </button>
      </form>
      {portal?.ssoEnabled && !passwordOnly && (
        <>
          <div className={styles.pubOr}>或</div>
          <a className={`plain-btn ${styles.pubBig}`} href={`${BASE}loginIdaas${search}`}>
            <Glyph icon={IdcardOutlined} />
            统一身份认证登录
          </a>
        </>
      )}
    </PublicShell>
  );
}
