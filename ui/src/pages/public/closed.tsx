import { useEffect, useRef } from 'react';
import { useMode } from '@/stores/mode';
import { leave, useSession } from '@/stores/session';
import { PublicShell } from './parts/PublicShell';
import styles from './public.module.css';

/** `2026-03-01 22:30:00` as people read it, without the seconds. */
const minute = (text: string): string => text.slice(0, 16);

/** While the portal is closed: why, until when, and that nothing has to be done. `onSignIn`: the way in of administrators. */
export default function Closed({ onSignIn }: { onSignIn?: () => void }) {
  const mode = useMode();
  const signedIn = useSession((state) => state.token !== '');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <PublicShell>
      <h1 ref={title} tabIndex={-1}>
        系统维护中
      </h1>
      <p className={styles.pubLead} role="status">
        {mode?.text}
      </p>
      <p className={styles.pubLead}>
        {mode?.until ? `预计恢复：${minute(mode.until)}` : '恢复时间以通知为准'}
        {mode?.now && `　现在：${minute(mode.now)}`}
      </p>
      <p className={styles.pubLead}>
        恢复后本页自动进入，不需要刷新。{signedIn && '正在填写的内容还在，请不要关闭本页。'}
      </p>
      {onSignIn && (
        <button type="button" className={`plain-btn ${styles.pubBig}`} onClick={onSignIn}>
          管理员登录
        </button>
      )}
      {!onSignIn && signedIn && (
        <button type="button" className={`plain-btn ${styles.pubBig}`} onClick={() => void leave()}>
          退出登录
        </button>
      )}
    </PublicShell>
  );
}
