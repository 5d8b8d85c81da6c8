import { Link } from 'react-router';
import { HOME_PATH } from '@/lib/base';
import { EmptyState } from '@/ui/EmptyState';

export default function Error404() {
  return (
    <EmptyState
      kind="empty"
      title="页面不存在"
      text="地址可能已变更，或您没有该页面的菜单。"
      action={
        <Link className="plain-btn" to={HOME_PATH}>
          返回首页
        </Link>
      }
    />
  );
}
