import {
  AuditOutlined,
  BarChartOutlined,
  DashboardOutlined,
  FundOutlined,
  HolderOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  PieChartOutlined,
  SoundOutlined,
  UnorderedListOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { Switch } from 'antd';
import { type ComponentType, useState } from 'react';
import { BLOCKS, type BlockFlag } from '@/lib/layoutSetting';
import { changeSettings, useSettings } from '@/stores/settings';
import { useCan } from '@/ui/Can';

const ICONS: Record<BlockFlag, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  yingShouBlock: BarChartOutlined,
  shiShouBlock: WalletOutlined,
  plateAssetAreaPieBlock: PieChartOutlined,
  plateAssetAreaBlock: UnorderedListOutlined,
  daiBanBlock: AuditOutlined,
  noticeBlock: NotificationOutlined,
  baoGuangTaiBlock: SoundOutlined,
  xianJinLiuBlock: FundOutlined,
  qianJiaoBlock: MoneyCollectOutlined,
  shouJiaoLvBlock: DashboardOutlined,
};

const PERMISSIONS = new Map<BlockFlag, string | null>(BLOCKS.map(({ flag, permission }) => [flag, permission]));
const TITLES = new Map<BlockFlag, string>(BLOCKS.map(({ flag, title }) => [flag, title]));

/** The order with `flag` moved to the place of `target`. */
export function moveTo(order: readonly BlockFlag[], flag: BlockFlag, target: number): BlockFlag[] {
  const rest = order.filter((other) => other !== flag);
  const place = Math.max(0, Math.min(rest.length, target));
  return [...rest.slice(0, place), flag, ...rest.slice(place)];
}

/** The ten blocks: a switch each, and a handle to move it, by mouse or with the arrow keys. */
export function BlockSwitches() {
  const settings = useSettings();
  const can = useCan();
  const { blockOrder } = settings;
  const [dragged, setDragged] = useState<BlockFlag | null>(null);
  const move = (flag: BlockFlag, target: number) => changeSettings({ blockOrder: moveTo(blockOrder, flag, target) });
  const byKey = (event: React.KeyboardEvent, flag: BlockFlag, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(flag, index + step);
  };
  return (
    <ul className="settings-blocks">
      {blockOrder.map((flag, index) => {
        const permission = PERMISSIONS.get(flag);
        if (permission && !can([permission])) return null;
        const Icon = ICONS[flag];
        const title = TITLES.get(flag) ?? flag;
        return (
          <li
            key={flag}
            className={`settings-line ${dragged === flag ? 'dragged' : ''}`}
            draggable
            onDragStart={(event) => {
              setDragged(flag);
              if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && dragged !== flag) move(dragged, index);
            }}
          >
            <button
              type="button"
              className="settings-grip"
              aria-label={`移动“${title}”，按上下方向键`}
              onKeyDown={(event) => byKey(event, flag, index)}
            >
              <HolderOutlined aria-hidden />
            </button>
            <Icon aria-hidden />
            <span>{title}</span>
            <Switch
              size="small"
              aria-label={title}
              checked={settings[flag]}
              onChange={(on) => changeSettings({ [flag]: on })}
            />
          </li>
        );
      })}
    </ul>
  );
}
