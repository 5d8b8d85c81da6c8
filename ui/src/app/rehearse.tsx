import { AppstoreOutlined } from '@ant-design/icons';
import { Button, DatePicker, Dropdown, Popover, Segmented, Select, Tooltip } from 'antd';
import dayjs from 'dayjs';
import { rehearsal } from './rehearsal';

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
export const rehearse = rehearsal({
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
});
