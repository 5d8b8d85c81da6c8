import { CameraOutlined } from '@ant-design/icons';
import { App, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { type ProfileAnswer, profileQuery } from '@/api/profile';
import { PasswordForm } from '@/features/PasswordForm';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { useSession } from '@/stores/session';
import { Avatar } from '@/ui/Avatar';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { BasicForm } from './parts/BasicForm';
import { Sessions } from './parts/Sessions';
import styles from './profile.module.css';

const AvatarDialog = lazy(() => import('./parts/AvatarDialog'));
const waiting = <Skeleton active title={false} paragraph={{ rows: 6 }} />;
const Factor = lazy(
  () => import('./parts/Factor'),
  () => waiting,
);
const Signature = lazy(
  () => import('./parts/Signature'),
  () => waiting,
);

/** Picture, name, and what the person cannot change themselves. */
function PersonCard({ answer }: { answer: ProfileAnswer }) {
  const { message } = App.useApp();
  const account = useSession((state) => state.account);
  const [choosing, setChoosing] = useState(false);
  const { data } = answer;
  const facts: [string, string | undefined][] = [
    ['用户名', data.userName],
    ['部门', data.dept?.deptName],
    ['岗位', answer.postGroup],
    ['角色', answer.roleGroup],
    ['创建时间', toMinute(data.createTime)],
  ];
  const saved = (avatar: string) => {
    if (account) useSession.setState({ account: { ...account, avatar } });
    void message.success('头像已更新');
  };
  return (
    <>
      <button type="button" className={styles.avatarButton} onClick={() => setChoosing(true)}>
        <Avatar name={data.realName} picture={account?.avatar ?? ''} size={96} />
        <span className={styles.avatarHint}>
          <CameraOutlined aria-hidden /> 修改头像
        </span>
      </button>
      <p className={styles.profileName}>{data.realName}</p>
      <Facts look="rows" facts={facts.map(([name, value]) => [name, value || '—'])} />
      {choosing && (
        <Suspense fallback={null}>
          <AvatarDialog onSaved={saved} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** 个人中心: basic data, picture, password, second factor and where the person is signed in. */
export default function ProfilePage() {
  const { message } = App.useApp();
  const userName = useSession((state) => state.account?.userName ?? '');
  const profile = useQuery(profileQuery());
  if (profile.isError) {
    return <LoadFailed title="个人信息加载失败" error={profile.error} retry={profile.refetch} />;
  }
  return (
    <div className={styles.profile}>
      <section className={`card ${styles.profileFacts}`} aria-label="个人信息">
        <div className="card-body">{profile.data ? <PersonCard answer={profile.data} /> : waiting}</div>
      </section>
      <section className="card" aria-labelledby="profile-basic">
        <div className="card-head">
          <h2 id="profile-basic">基本资料</h2>
        </div>
        <div className={`card-body ${styles.narrow}`}>
          {profile.data ? <BasicForm profile={profile.data.data} /> : waiting}
        </div>
      </section>
      <section className="card" aria-labelledby="profile-password">
        <div className="card-head">
          <h2 id="profile-password">修改密码</h2>
        </div>
        <div className={`card-body ${styles.narrow}`}>
          <PasswordForm
            userName={userName}
            onDone={() => void message.success('密码已修改，其他设备上的登录已全部退出')}
          />
        </div>
      </section>
      <Factor />
      <Signature />
      <Sessions />
    </div>
  );
}
