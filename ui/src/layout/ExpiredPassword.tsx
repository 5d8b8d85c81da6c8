import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '@/stores/session';

/** Reminds once a sign-in of a password that is older than the settings allow. */
export function ExpiredPassword() {
  const expired = useSession((state) => state.passwordExpired);
  const { modal } = App.useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (!expired) return;
    useSession.setState({ passwordExpired: false });
    modal.confirm({
      title: '密码已过期',
      content: '您的密码已到或将到规定的使用期限，请尽快修改。',
      okText: '现在修改',
      cancelText: '稍后',
      centered: true,
      onOk: () => navigate('/user/profile'),
    });
  }, [expired, modal, navigate]);
  return null;
}
