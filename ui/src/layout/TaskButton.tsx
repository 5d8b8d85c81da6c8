import { ProfileOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import noticesStyles from '@/features/notices/notices.module.css';
import { TaskList } from '@/features/tasks/TaskList';
import { isOpen } from '@/features/tasks/tasks';
import { useTasks, useTaskToasts } from '@/features/tasks/useTasks';
import { useLayout } from '@/stores/layout';
import { Drawer } from '@/ui/overlays';

/** The tasks of the bar: how many are open, and the list. On a phone it shows only while there are tasks. */
export function TaskButton() {
  const tasks = useTasks();
  const mobile = useLayout((state) => state.mobile);
  const [open, setOpen] = useState(false);
  useTaskToasts(tasks.data);
  const all = tasks.data ?? [];
  const running = all.filter(isOpen).length;
  if (mobile && all.length === 0 && !open) return null;
  const face = (
    <button
      type="button"
      className={`ib ${noticesStyles.bell}`}
      title="任务"
      aria-label={`任务，${running} 个进行中`}
      aria-expanded={open}
      {...(mobile && { onClick: () => setOpen(true) })}
    >
      <ProfileOutlined aria-hidden />
      {running > 0 && <em aria-hidden="true">{running}</em>}
    </button>
  );
  const shown = <TaskList source={tasks} />;
  if (mobile) {
    return (
      <>
        {face}
        <Drawer
          open={open}
          placement="bottom"
          title="任务"
          size="auto"
          styles={{ body: { padding: '4px 0 12px' } }}
          onClose={() => setOpen(false)}
        >
          <section aria-label="后台任务">{shown}</section>
        </Drawer>
      </>
    );
  }
  const content = (
    <section className={noticesStyles.bellBox} aria-label="后台任务">
      <div className={noticesStyles.bellHead}>
        <h2>任务</h2>
      </div>
      {shown}
    </section>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      content={content}
      styles={{ container: { padding: '8px 0 4px' } }}
    >
      {face}
    </Popover>
  );
}
