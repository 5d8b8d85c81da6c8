import { AppstoreOutlined, RightOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '@/api/errors';
import { NoticeLines } from '@/features/notices/NoticeLines';
import { useTopNotices } from '@/features/notices/useTopNotices';
import { HOME_PATH } from '@/lib/base';
import { greeting } from '@/lib/dates';
import { isExternal } from '@/lib/menu';
import type { PortalModule } from '@/lib/modules';
import { useSession } from '@/stores/session';
import { useTabs } from '@/stores/tabs';
import { EmptyState } from '@/ui/EmptyState';
import './main.css';

const NoticeDrawer = lazy(() => import('@/features/notices/NoticeDrawer'));

const RECENT = 8;

/** One application; another site opens in a window of its own. */
function ModuleTile({ module }: { module: PortalModule }) {
  const outside = isExternal(module.url);
  return (
    <a className="tile" href={module.url} {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}>
      <span className="tile-mark">
        <AppstoreOutlined aria-hidden />
      </span>
      {module.name}
    </a>
  );
}

/** The newest notices meant for the person. */
function Notices() {
  const top = useTopNotices();
  const [reading, setReading] = useState<number | null>(null);
  const body = () => {
    if (top.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} className="home-wait" />;
    if (top.isError) return <EmptyState kind="error" title="公告加载失败" text={textOf(top.error)} />;
    if (top.data.data.length === 0) return <EmptyState kind="empty" title="暂无通知公告" />;
    return <NoticeLines rows={top.data.data} onOpen={setReading} />;
  };
  return (
    <section className="card" aria-labelledby="home-notices">
      <div className="card-head">
        <h2 id="home-notices">通知公告</h2>
        {(top.data?.unreadCount ?? 0) > 0 && <span className="t3">未读 {top.data?.unreadCount}</span>}
        <span className="sp" />
        <Link to="/notice">更多</Link>
      </div>
      <div className="home-notices">{body()}</div>
      {reading !== null && (
        <Suspense fallback={null}>
          <NoticeDrawer noticeId={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** Home until the statistics report exists: greeting, applications, notices and the pages visited last. Nothing invented. */
export default function PortalMain() {
  const account = useSession((state) => state.account);
  const modules = useSession((state) => state.modules);
  const pages = useSession((state) => state.menu.pages);
  const tabs = useTabs((state) => state.tabs);
  const recent = tabs
    .filter((tab) => tab.path !== HOME_PATH)
    .sort((a, b) => b.seen - a.seen)
    .slice(0, RECENT);
  const now = dayjs();
  return (
    <div className="home">
      <section className="card home-hello">
        <h1>
          {greeting(now.hour())}，{account?.realName}
        </h1>
        <p className="t2">今天是 {now.format('YYYY年M月D日 dddd')}</p>
      </section>
      {modules.length > 0 && (
        <section className="card" aria-labelledby="home-modules">
          <div className="card-head">
            <h2 id="home-modules">我的应用</h2>
          </div>
          <div className="card-body tiles">
            {modules.map((module) => (
              <ModuleTile key={module.key} module={module} />
            ))}
          </div>
        </section>
      )}
      <Notices />
      <section className="card" aria-labelledby="home-recent">
        <div className="card-head">
          <h2 id="home-recent">{recent.length > 0 ? '最近访问' : '快捷入口'}</h2>
        </div>
        <div className="card-body links">
          {(recent.length > 0 ? recent : pages.slice(0, RECENT)).map((entry) => (
            <Link key={entry.path} to={entry.path + entry.search}>
              {entry.title}
              <RightOutlined aria-hidden />
            </Link>
          ))}
          {recent.length === 0 && pages.length === 0 && <p className="t3">您的账号还没有可用的菜单，请联系管理员。</p>}
        </div>
      </section>
    </div>
  );
}
