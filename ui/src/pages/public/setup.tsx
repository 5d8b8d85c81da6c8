import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined';
import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { setUp } from '@/api/auth';
import { textOf } from '@/api/errors';
import { HOME_PATH } from '@/lib/base';
import { FIRST_PASSWORD_HINT, FIRST_PASSWORD_LEAST, passwordCheck, userNameCheck } from '@/lib/rules';
import { startSession, useSession } from '@/stores/session';
import { usePortalInfo } from '@/stores/usePortalInfo';
import { Glyph } from '@/ui/Glyph';
import { PasswordField, TextField } from './parts/fields';
import { PublicShell } from './parts/PublicShell';
import styles from './public.module.css';

const EMPTY = { setupCode: '', userName: '', realName: '', password: '', repeat: '' };
type Values = typeof EMPTY;
type Complaints = Partial<Record<keyof Values | 'form', string>>;

function check(values: Values): Complaints {
  const found: Complaints = {};
  if (values.setupCode.trim() === '') found.setupCode = '请填写初始化代码';
  const name = values.userName.trim();
  const aboutName = name === '' ? '请填写用户名' : userNameCheck(name);
  if (aboutName) found.userName = aboutName;
  if (values.realName.trim() === '') found.realName = '请填写姓名';
  const aboutPassword =
    values.password === '' ? '请填写密码' : passwordCheck(values.password, name, FIRST_PASSWORD_LEAST);
  if (aboutPassword) found.password = aboutPassword;
  if (values.repeat !== values.password) found.repeat = '两次输入的密码不一致';
  return found;
}

/** First start of a fresh box: whoever knows the set-up code creates the first administrator. */
export default function Setup() {
  const navigate = useNavigate();
  const portal = usePortalInfo();
  const token = useSession((state) => state.token);
  const [values, setValues] = useState(EMPTY);
  const [complaints, setComplaints] = useState<Complaints>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const found = check(values);
    setComplaints(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { setupCode, userName, realName, password } = values;
      const fresh = await setUp({
        setupCode: setupCode.trim(),
        userName: userName.trim(),
        realName: realName.trim(),
        password,
      });
      if (portal) useSession.setState({ portal: { ...portal, setupNeeded: false } });
      startSession(fresh);
      navigate(HOME_PATH, { replace: true });
    } catch (error) {
      setComplaints({ form: textOf(error) });
      setBusy(false);
    }
  };

  const bind = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    ...(complaints[name] && { error: complaints[name] }),
  });

  if (portal && !portal.setupNeeded && !busy) return <Navigate to={token ? HOME_PATH : '/login'} replace />;
  return (
    <PublicShell>
      <h1>初始化平台</h1>
      <p className={styles.pubLead}>首次使用，请创建第一个管理员账号</p>
      <form method="post" onSubmit={submit} noValidate aria-label="初始化平台">
        {complaints.form && (
          <div className={styles.pubAlert} role="alert">
            <Glyph icon={ExclamationCircleFilled} />
            {complaints.form}
          </div>
        )}
        <TextField
          label="初始化代码"
          icon={KeyOutlined}
          autoComplete="one-time-code"
          hint="在服务器上运行 gx-portal init 时显示，30 分钟内有效"
          autoFocus
          {...bind('setupCode')}
        />
        <TextField label="用户名" icon={UserOutlined} autoComplete="username" {...bind('userName')} />
        <TextField label="姓名" icon={IdcardOutlined} autoComplete="name" {...bind('realName')} />
        <PasswordField label="密码" autoComplete="new-password" hint={FIRST_PASSWORD_HINT} {...bind('password')} />
        <PasswordField label="确认密码" autoComplete="new-password" {...bind('repeat')} />
        <button type="submit" className={`plain-btn primary ${styles.pubBig}`} disabled={busy} aria-busy={busy}>
          {busy ? '正在创建…' : '创建并登录'}
        </button>
      </form>
    </PublicShell>
  );
}
