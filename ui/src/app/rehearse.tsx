import { AppstoreOutlined } from '@ant-design/icons';
import { Button, DatePicker, Dropdown, Popover, Segmented, Select, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { Fragment, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Antd } from './Antd';

const DAY = dayjs();
const CHOICES = [
  { value: 1, label: '一' },
  { value: 2, label: '二' },
];
const PAGE = { key: 'page', icon: <AppstoreOutlined />, label: '页面' };

/**
 * One of each kind of component that frame and home page show at once, dearest first; the first step draws what is around
 * them. What others are made of stands before them: a key may be waiting, so a step should be short.
 */
const KINDS: Readonly<Record<string, ReactNode>> = {
  nothing: null,
  hint: (
    <Tooltip title="提示">
      <span />
    </Tooltip>
  ),
  select: <Select options={CHOICES} value={1} />,
  date: <DatePicker value={DAY} maxDate={DAY} allowClear={false} />,
  dropdown: (
    <Dropdown trigger={['click']} menu={{ items: [PAGE] }}>
      <Button type="text" size="small" icon={<AppstoreOutlined />} />
    </Dropdown>
  ),
  popover: (
    <Popover trigger="click" content="内容">
      <button type="button">弹出</button>
    </Popover>
  ),
  selects: <Select mode="multiple" allowClear maxTagCount={1} placeholder="全部" options={CHOICES} value={[]} />,
  button: <Button type="primary">按钮</Button>,
  segmented: <Segmented size="small" options={CHOICES} value={1} />,
};

const ALL = Object.entries(KINDS);
let root: Root | null = null;
let shown = 0;

/**
 * Draws one of each kind outside of the document, one more with each call, before the person is signed in: antd computes a
 * component's styles when it is first drawn, and the browser translates functions when they are first called. What was
 * drawn stays, because antd forgets styles that nobody uses. False when there is nothing left to draw.
 */
export function rehearse(): boolean {
  if (shown === ALL.length) return false;
  shown += 1;
  root ??= createRoot(document.createElement('div'));
  root.render(
    <Antd>
      {ALL.slice(0, shown).map(([name, kind]) => (
        <Fragment key={name}>{kind}</Fragment>
      ))}
    </Antd>,
  );
  return shown < ALL.length;
}
