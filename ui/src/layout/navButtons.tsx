import { FontSizeOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { type ComponentSize, SIZE_NAMES } from '@/lib/componentSize';
import { changeSize, useLayout } from '@/stores/layout';

/** Full screen on and off; a warning where the browser cannot. */
export function FullScreenButton() {
  const { message } = App.useApp();
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const refuse = () => void message.warning('你的浏览器不支持全屏');
  const toggle = () => {
    if (!document.fullscreenEnabled) refuse();
    else if (full) void document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(refuse);
  };
  const label = full ? '退出全屏' : '全屏';
  return (
    <button type="button" className="ib" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </button>
  );
}

/** How large fields and buttons are. */
export function SizeButton() {
  const size = useLayout((state) => state.size);
  const { message } = App.useApp();
  const items = Object.entries(SIZE_NAMES).map(([key, label]) => ({ key, label, disabled: key === size }));
  const choose = (next: ComponentSize) => {
    changeSize(next);
    void message.success(`布局大小已设为“${SIZE_NAMES[next]}”`);
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, selectedKeys: [size], onClick: ({ key }) => choose(key as ComponentSize) }}
    >
      <button type="button" className="ib" aria-label="布局大小" title="布局大小">
        <FontSizeOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}
