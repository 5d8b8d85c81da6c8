import { Link } from 'react-router';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { EmptyState } from '@/ui/EmptyState';

/** A feature of the specification that this product does not offer yet. */
export default function Closed() {
  return (
    <EmptyState
      kind="soon"
      title="该功能未开放"
      text="如需使用，请联系管理员。"
      action={
        <Link className="plain-btn" to={HOME_PATH}>
          返回{HOME_TITLE}
        </Link>
      }
    />
  );
}
