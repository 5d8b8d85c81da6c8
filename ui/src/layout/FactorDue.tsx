import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toMinute } from '@/lib/dates';
import { useSession } from '@/stores/session';

const KEY = 'factor-due';

/** Reminds once a sign-in of a second factor that will be a must; it may be put off until then. */
export function FactorDue() {
  const due = useSession((state) => state.factorDue);
  const { notification } = App.useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (!due) return;
    useSession.setState({ factorDue: '' });
    const now = () => {
      notification.destroy(KEY);
      navigate('/user/profile');
    };
    notification.info({
      key: KEY,
      title: '请设置动态口令',
      description: `按规定您登录时须使用动态口令，请在 ${toMinute(due)} 前设置，到期后登录时必须先设置。`,
      actions: (
        <Button type="primary" size="small" onClick={now}>
          现在设置
        </Button>
      ),
      duration: 15,
      // not over the bells of the header
      placement: 'bottomRight',
    });
  }, [due, navigate, notification]);
  return null;
}
