import { App, Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { changeMode, modeQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { learnMode } from '@/stores/mode';
import { Can } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useConfirm } from '@/ui/useConfirm';
import { Facts, Panel } from './Panel';

const ModeDialog = lazy(() => import('./ModeDialog'));

const TITLES: Readonly<Record<string, string>> = { closed: '维护：只有管理员可以使用', readonly: '只读：不能保存' };

/** Whether the portal is open, closed or read-only, and the buttons that change it. */
export function ModePanel() {
  const set = useQuery(modeQuery());
  const [editing, setEditing] = useState(false);
  const confirm = useConfirm();
  const { message } = App.useApp();
  const running = set.data?.running;
  const done = async (told: string) => {
    void message.success(told);
    await learnMode();
  };
  const open = () =>
    confirm({
      title: '恢复正常使用',
      content: '所有人可以重新使用系统，暂停的定时任务按各自的补跑规则处理。',
      okText: '恢复',
      run: () => changeMode({ mode: 'open', text: '', until: '' }).then(done),
    });
  const tools = (
    <Can permission="monitor:mode:edit">
      {running && (
        <Button size="small" type="primary" onClick={open}>
          恢复正常
        </Button>
      )}
      <Button size="small" onClick={() => setEditing(true)}>
        {running ? '修改' : '维护 / 只读'}
      </Button>
    </Can>
  );
  return (
    <Panel title="运行模式" wide tools={tools}>
      {set.isPending && <Skeleton active paragraph={{ rows: 1 }} title={false} />}
      {set.isError && <LoadFailed title="运行模式加载失败" error={set.error} retry={set.refetch} />}
      {set.data && !running && '正常使用'}
      {set.data && running && (
        <Facts
          rows={[
            ['状态', TITLES[running.mode] ?? running.mode],
            ['说明', running.text],
            ['自动恢复', running.until || '不自动恢复'],
            ['设置人', `${set.data.by}，${set.data.since}`],
            ['定时任务', `暂停执行，${set.data.jobsGoingOn.join('、')}除外`],
          ]}
        />
      )}
      {editing && (
        <Suspense fallback={null}>
          <ModeDialog running={running ?? null} onClose={() => setEditing(false)} onDone={done} />
        </Suspense>
      )}
    </Panel>
  );
}
