import CheckCircleOutlined from '@ant-design/icons-svg/es/asn/CheckCircleOutlined';
import FileSearchOutlined from '@ant-design/icons-svg/es/asn/FileSearchOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import ToolOutlined from '@ant-design/icons-svg/es/asn/ToolOutlined';
import WarningOutlined from '@ant-design/icons-svg/es/asn/WarningOutlined';
import { Glyph } from './Glyph';

const ICONS = {
  empty: FileSearchOutlined,
  error: WarningOutlined,
  locked: LockOutlined,
  soon: ToolOutlined,
  good: CheckCircleOutlined,
};

interface EmptyStateProps {
  kind: keyof typeof ICONS;
  title: string;
  text?: string;
  action?: React.ReactNode;
}

/** Nothing to show, and why: empty, failed, not permitted, not there yet, or nothing wrong. One action at most. */
export function EmptyState({ kind, title, text, action }: EmptyStateProps) {
  return (
    <div className={`empty-state ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <span className="empty-mark">
        <Glyph icon={ICONS[kind]} />
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
