import {
  DownOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HomeOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { toggleSider, useLayout } from '@/stores/layout';
import { leave, useSession } from '@/stores/session';

/** Where the page stands: home, its groups, itself. */
function Breadcrumb({ trail }: { trail: readonly string[] }) {
  const atHome = trail.length === 1 && trail[0] === HOME_TITLE;
  return (
    <nav className="crumbs" aria-label="面包屑">
      <ol>
        {!atHome && (
          <li>
            <Link to={HOME_PATH}>
              <HomeOutlined aria-hidden /> 首页
            </Link>
          </li>
        )}
        {trail.map((title, index) => {
          const last = index === trail.length - 1;
          return (
            <li key={trail.slice(0, index + 1).join('/')} aria-current={last ? 'page' : undefined}>
              {title}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function FullScreenButton() {
  const { message } = App.useApp();
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) void message.warning('你的浏览器不支持全屏');
    else void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  return (
    <button
      type="button"
      className="ib"
      aria-label={full ? '退出全屏' : '全屏'}
      title={full ? '退出全屏' : '全屏'}
      onClick={toggle}
    >
      {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </button>
  );
}

/** Name and menu of the signed-in person. */
function AccountMenu() {
  const account = useSession((state) => state.account);
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const name = account?.realName || account?.userName || '';
  const confirmLeave = () =>
    modal.confirm({
      title: '提示',
      content: '确定注销并退出系统吗？',
      okText: '确定',
      cancelText: '取消',
      onOk: leave,
    });
  const items = [
    { key: 'profile', icon: <UserOutlined aria-hidden />, label: '个人中心', onClick: () => navigate('/user/profile') },
    { type: 'divider' as const },
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: () => void confirmLeave() },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <button type="button" className="me">
        <span className="av" aria-hidden="true">
          {Array.from(name)[0] ?? ''}
        </span>
        <span className="me-name">{name}</span>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}

export function Navbar({ trail }: { trail: readonly string[] }) {
  const { collapsed, mobile } = useLayout();
  const label = mobile ? '打开菜单' : collapsed ? '展开菜单' : '收起菜单';
  return (
    <header className="nav">
      <button type="button" className="ib" aria-label={label} title={label} onClick={toggleSider}>
        {collapsed || mobile ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
      </button>
      {mobile ? <strong className="nav-title">{trail[trail.length - 1]}</strong> : <Breadcrumb trail={trail} />}
      <span className="sp" />
      {!mobile && <FullScreenButton />}
      {!mobile && <span className="vsep" aria-hidden="true" />}
      <AccountMenu />
    </header>
  );
}
