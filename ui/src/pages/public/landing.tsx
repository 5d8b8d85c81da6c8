import { Link } from 'react-router';
import { BASE, HOME_PATH } from '@/lib/base';
import { useSession } from '@/stores/session';
import { DEFAULT_TITLE, usePortalInfo } from '@/stores/usePortalInfo';
import { PublicShell } from './parts/PublicShell';
import styles from './public.module.css';

/** The public page /portal: the name of the platform and the way in. `closed`: why an address leads nowhere. */
export default function Landing({ closed = '' }: { closed?: string }) {
  const portal = usePortalInfo();
  const token = useSession((state) => state.token);
  return (
    <PublicShell>
      <h1>{closed || portal?.title || DEFAULT_TITLE}</h1>
      <p className={styles.pubLead}>{closed ? '如需使用，请联系管理员。' : '欢迎使用，请登录后继续。'}</p>
      <Link className={`plain-btn primary ${styles.pubBig}`} to={token ? HOME_PATH : '/login_self'}>
        {token ? '进入平台' : '账号登录'}
      </Link>
      {portal?.ssoEnabled && !token && !closed && (
        <>
          <div className={styles.pubOr}>或</div>
          <a className={`plain-btn ${styles.pubBig}`} href={`${BASE}loginIdaas`}>
            统一身份认证登录
          </a>
        </>
      )}
    </PublicShell>
  );
}
