import { DownOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { viewsQuery } from '@/api/views';
import { useQuery } from '@/lib/useQuery';
import { lazy } from '@/ui/lazy';
import type { ViewMenuProps } from '@/ui/list/views';
import { asksTheSame, stateOfText } from './state';
import styles from './views.module.css';

const ViewPanel = lazy(
  () => import('./ViewPanel'),
  () => <p role="status">正在加载…</p>,
);

/** 视图: the saved views of a list, in its toolbar. What it offers is read when it is opened. */
export function ViewMenu(props: ViewMenuProps) {
  const { page, now } = props;
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const views = useQuery({ ...viewsQuery(page), enabled: opened });
  const current = views.data?.find(({ state }) => asksTheSame(stateOfText(state).search, now.search));
  const show = (next: boolean) => {
    if (next) setOpened(true);
    setOpen(next);
  };
  // drawn when it is shown; a popover without content would not open at all, and an empty one says nothing
  const content = <ViewPanel {...props} views={views} onClose={() => setOpen(false)} />;
  return (
    <Popover trigger="click" placement="bottomRight" open={open} onOpenChange={show} content={content}>
      <button type="button" className="ib wide" title="保存的视图" aria-haspopup="dialog" aria-expanded={open}>
        视图
        {now.search !== '' && current && <span className={styles.current}>：{current.name}</span>}
        <DownOutlined aria-hidden />
      </button>
    </Popover>
  );
}
