import { App, Button, Skeleton } from 'antd';
import { endOtherSessions, endSessionOf, type OwnSession, sessionsQuery } from '@/api/profile';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { StateTag } from '@/ui/DictTag';
import { LoadFailed } from '@/ui/LoadFailed';
import { useConfirm } from '@/ui/useConfirm';
import styles from '../profile.module.css';

interface RowProps {
  session: OwnSession;
  onEnd: () => void;
}

function SessionRow({ session, onEnd }: RowProps) {
  const { browser, system, ip, loginTime, lastAccessTime, current } = session;
  return (
    <li>
      <div>
        <strong>
          {browser} · {system}
        </strong>
        {current && <StateTag tone="ok">当前登录</StateTag>}
        <p className="t3">
          {ip}　登录 {toMinute(loginTime)}　最近使用 {toMinute(lastAccessTime)}
        </p>
      </div>
      {!current && (
        <button type="button" className="link danger" aria-label={`退出 ${browser} ${ip}`} onClick={onEnd}>
          退出
        </button>
      )}
    </li>
  );
}

/** Where the person is signed in, and ending it elsewhere. */
export function Sessions() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const sessions = useQuery(sessionsQuery());
  const end = useMutation({
    mutationFn: endSessionOf,
    onSuccess: () => void message.success('已退出该登录'),
  });
  const endOthers = () =>
    confirm({
      title: '退出其他登录',
      content: '确定要退出除本浏览器以外的全部登录吗？',
      okText: '退出其他登录',
      danger: true,
      run: () =>
        endOtherSessions().then(() => {
          void message.success('其他登录已全部退出');
        }),
    });
  const rows = sessions.data ?? [];
  const others = rows.filter(({ current }) => !current).length;
  return (
    <section className={`card ${styles.sessions}`} aria-labelledby="profile-sessions">
      <div className="card-head">
        <h2 id="profile-sessions">登录设备</h2>
        <span className="sp" />
        <Button size="small" danger disabled={others === 0} onClick={endOthers}>
          退出其他登录
        </Button>
      </div>
      <div className="card-body">
        {sessions.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {sessions.isError && <LoadFailed title="登录设备加载失败" error={sessions.error} retry={sessions.refetch} />}
        <ul>
          {rows.map((session) => (
            <SessionRow key={session.sessionKey} session={session} onEnd={() => end.mutate(session.sessionKey)} />
          ))}
        </ul>
      </div>
    </section>
  );
}
