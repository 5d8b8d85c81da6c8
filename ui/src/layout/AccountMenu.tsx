import {
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { useLayout } from '@/stores/layout';
import { leave, useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { Avatar } from '@/ui/Avatar';

/** Name and menu of the signed-in person. */
export function AccountMenu() {
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
      centered: true,
      onOk: leave,
    });
  const items = [
    { key: 'profile', icon: <UserOutlined aria-hidden />, label: '个人中心' },
    { key: 'settings', icon: <SettingOutlined aria-hidden />, label: '布局设置' },
    { key: 'help', icon: <QuestionCircleOutlined aria-hidden />, label: '使用帮助' },
    { key: 'keys', icon: <KeyOutlined aria-hidden />, label: '键盘快捷键' },
    { type: 'divider' as const },
    { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: '退出登录' },
  ];
  const actions: Record<string, () => void> = {
    profile: () => navigate('/user/profile'),
    settings: () => {
      useLayout.setState({ drawerOpen: false });
      useSettings.setState({ showSettings: true });
    },
    keys: () => useLayout.setState({ keysShown: true }),
    help: () => navigate('/showHelp/view'),
    leave: () => void confirmLeave(),
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => actions[key]?.() }} placement="bottomRight">
      <button type="button" className="me">
        <Avatar name={name} picture={account?.avatar ?? ''} size={28} />
        <span>{name}</span>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}
