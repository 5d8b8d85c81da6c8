import { Link } from 'react-router';
import { HOME_PATH } from '@/lib/base';
import { EmptyState } from '@/ui/EmptyState';

export default function Error401() {
  return (
    <EmptyState
      kind="locked"
      title="没有访问权限"
      text="如需访问，请联系管理员为您的角色授权。"
      action={
        <Link className="plain-btn" to={HOME_PATH}>
          返回首页
        </Link>
      }
    />
  );
}
