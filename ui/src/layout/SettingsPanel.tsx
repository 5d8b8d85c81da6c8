import { CloseOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Switch } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { BLOCKS } from '@/lib/layoutSetting';
import { useMutation } from '@/lib/useMutation';
import { changeSettings, resetSettings, saveSettings, useSettings } from '@/stores/settings';
import { useConfirm } from '@/ui/useConfirm';
import { BlockSwitches } from './settings/BlockSwitches';
import { AccentPicker, LookPicker } from './settings/LookPickers';

const RELOAD_MS = 1000;

const FRAME_SWITCHES = [
  { name: 'topNav', title: '顶部导航' },
  { name: 'tagsView', title: '页签栏' },
  { name: 'fixedHeader', title: '固定头部' },
  { name: 'sidebarLogo', title: '侧栏标志' },
] as const;

const close = () => useSettings.setState({ showSettings: false });

/** What belongs to the panel although it floats elsewhere: messages and questions. */
const OVERLAYS = '.ant-message, .ant-notification, .ant-modal-root, .ant-popover';

/** Closes on a click outside and on Escape, from the moment it stands there; takes the focus and gives it back. */
function useLeaving(panel: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    const onPointer = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!panel.current?.contains(target) && !target.closest(OVERLAYS)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel]);
}

/** Save and reset, each once at a time. */
function Footer() {
  const { message } = App.useApp();
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: () => void message.success('配置已保存'),
  });
  const [leaving, setLeaving] = useState(false);
  const confirm = useConfirm();
  const reset = async () => {
    await resetSettings();
    setLeaving(true);
    void message.loading('正在恢复默认配置…', 0);
    setTimeout(() => window.location.reload(), RELOAD_MS);
  };
  return (
    <div className="settings-foot">
      <Button
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        loading={saving.isPending}
        disabled={leaving}
        onClick={() => saving.mutate()}
      >
        保存配置
      </Button>
      <Button
        icon={<UndoOutlined aria-hidden />}
        loading={leaving}
        disabled={saving.isPending}
        onClick={() =>
          confirm({
            title: '重置配置',
            content: '恢复默认的区块、颜色和界面设置，已保存的设置会丢失，页面随后重新加载。确定要重置吗？',
            okText: '重置',
            danger: true,
            run: reset,
          })
        }
      >
        重置配置
      </Button>
    </div>
  );
}

/** 首页区块设置: the blocks of the report, colours and the frame. Changes show at once and last when saved. */
export default function SettingsPanel() {
  const settings = useSettings();
  const panel = useRef<HTMLElement>(null);
  useLeaving(panel);
  const shown = BLOCKS.filter(({ flag }) => settings[flag]).length;
  return (
    <aside className="settings" role="dialog" aria-labelledby="settings-title" tabIndex={-1} ref={panel}>
      <button type="button" className="settings-handle" aria-label="收起设置" onClick={close}>
        <CloseOutlined aria-hidden />
      </button>
      <div className="settings-head">
        <h2 id="settings-title">首页区块设置</h2>
        <button type="button" className="ib sm" aria-label="关闭" onClick={close}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      <div className="settings-body">
        <h3>
          显示区块
          <span>
            已开启 {shown} / {BLOCKS.length}
          </span>
        </h3>
        <BlockSwitches />
        <hr />
        <AccentPicker />
        <hr />
        <LookPicker />
        <hr />
        {FRAME_SWITCHES.map(({ name, title }) => (
          <label className="settings-line" key={name} htmlFor={`settings-${name}`}>
            <span>{title}</span>
            <Switch
              id={`settings-${name}`}
              size="small"
              checked={settings[name]}
              onChange={(on) => changeSettings({ [name]: on })}
            />
          </label>
        ))}
      </div>
      <Footer />
    </aside>
  );
}
