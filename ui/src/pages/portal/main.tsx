import { AppstoreOutlined, RightOutlined } from '@ant-design/icons';
import dayjs from 'dayjs';
import { Link } from 'react-router';
import { HOME_PATH } from '@/lib/base';
import { greeting } from '@/lib/dates';
import { isExternal } from '@/lib/menu';
import type { PortalModule } from '@/lib/modules';
import { useSession } from '@/stores/session';
import { useTabs } from '@/stores/tabs';
import './main.css';

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

/** Home until the statistics report exists: greeting, applications and the pages visited last. Nothing invented. */
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
