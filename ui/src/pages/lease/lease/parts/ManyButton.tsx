import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { LeaseActLabels } from '@/api/generated/enums';
import type { LeaseAct } from '@/api/lease';
import { useCan } from '@/ui/Can';
import { rightOf } from './many';

/** 批量办理: what the person may do with many leases at once. */
export function ManyButton({ onAct }: { onAct: (act: LeaseAct) => void }) {
  const can = useCan();
  const items = LeaseActLabels.filter(([act]) => can([rightOf(act)])).map(([act, label]) => ({
    key: act,
    label,
    onClick: () => onAct(act),
  }));
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button aria-haspopup="menu">
        批量办理
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}
