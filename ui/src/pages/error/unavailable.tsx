import { Link } from 'react-router';
import { HOME_PATH } from '@/lib/base';
import { EmptyState } from '@/ui/EmptyState';

export default function Unavailable() {
  return (
    <EmptyState
      kind="soon"
      title="页面暂未提供"
      text="该功能尚未在本平台开放，开放后可从菜单直接进入。"
      action={
        <Link className="plain-btn" to={HOME_PATH}>
          返回首页
        </Link>
      }
    />
  );
}
