import { CheckOutlined } from '@ant-design/icons';
import { PRESETS } from '@/lib/colors';
import type { LayoutSetting } from '@/lib/layoutSetting';
import { changeSettings, useSettings } from '@/stores/settings';

/** The accent colour: eight presets, or any colour by the field at the right. */
export function AccentPicker() {
  const theme = useSettings((state) => state.theme);
  return (
    <>
      <h3>
        主题色
        <label className="settings-hex">
          {theme.toUpperCase()}
          <input
            type="color"
            aria-label="自定义主题色"
            value={theme.toLowerCase()}
            onChange={(event) => changeSettings({ theme: event.currentTarget.value })}
          />
        </label>
      </h3>
      <div className="settings-colors" role="radiogroup" aria-label="主题色">
        {PRESETS.map((color) => {
          const chosen = color.toLowerCase() === theme.toLowerCase();
          return (
            <label key={color} style={{ background: color }} className={chosen ? 'on' : ''}>
              <input
                type="radio"
                className="sr-only"
                name="settings-theme"
                aria-label={color.toUpperCase()}
                checked={chosen}
                onChange={() => changeSettings({ theme: color })}
              />
              {chosen && <CheckOutlined aria-hidden />}
            </label>
          );
        })}
      </div>
    </>
  );
}

interface Look {
  key: string;
  title: string;
  change: Partial<LayoutSetting>;
  /** Colours of the small picture: sider, bar, page, card. */
  colors: readonly [string, string, string, string];
}

const LOOKS: readonly Look[] = [
  {
    key: 'dark-side',
    title: '深色侧栏',
    change: { sideTheme: 'theme-dark', appearance: 'light' },
    colors: ['#14223A', '#FFFFFF', '#F2F4F8', '#FFFFFF'],
  },
  {
    key: 'light-side',
    title: '浅色侧栏',
    change: { sideTheme: 'theme-light', appearance: 'light' },
    colors: ['#FFFFFF', '#FFFFFF', '#F2F4F8', '#FFFFFF'],
  },
  {
    key: 'dark',
    title: '深色模式',
    change: { sideTheme: 'theme-dark', appearance: 'dark' },
    colors: ['#0B1119', '#161E2A', '#0E141D', '#1C2633'],
  },
];

function Thumbnail({ colors: [sider, bar, page, card] }: Pick<Look, 'colors'>) {
  return (
    <svg width="82" height="56" viewBox="0 0 82 56" aria-hidden="true">
      <rect width="82" height="56" fill={page} />
      <rect width="82" height="9" fill={bar} />
      <rect width="20" height="56" fill={sider} />
      <rect x="4" y="14" width="12" height="4" rx="1" fill="#4DA6FF" />
      <rect x="4" y="22" width="12" height="3" rx="1" fill="#8FA0BA" opacity=".7" />
      <rect x="4" y="29" width="12" height="3" rx="1" fill="#8FA0BA" opacity=".7" />
      <rect x="25" y="15" width="25" height="14" rx="2" fill={card} />
      <rect x="53" y="15" width="24" height="14" rx="2" fill={card} />
      <rect x="25" y="33" width="52" height="18" rx="2" fill={card} />
    </svg>
  );
}

/** Dark sider, light sider, or everything dark. */
export function LookPicker() {
  const sideTheme = useSettings((state) => state.sideTheme);
  const appearance = useSettings((state) => state.appearance);
  const now = appearance === 'dark' ? 'dark' : sideTheme === 'theme-light' ? 'light-side' : 'dark-side';
  return (
    <>
      <h3>侧栏与外观</h3>
      <div className="settings-looks" role="radiogroup" aria-label="侧栏与外观">
        {LOOKS.map(({ key, title, change, colors }) => (
          <label key={key} className={key === now ? 'on' : ''}>
            <input
              type="radio"
              className="sr-only"
              name="settings-look"
              checked={key === now}
              onChange={() => changeSettings(change)}
            />
            <Thumbnail colors={colors} />
            {title}
          </label>
        ))}
      </div>
    </>
  );
}
