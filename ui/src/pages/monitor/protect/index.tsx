import { ReloadOutlined } from '@ant-design/icons';
import { Alert, App, Button, Progress, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { beginProtect, type ProtectAct, type ProtectState, protectQuery } from '@/api/monitor';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { PaperButton } from '@/ui/print/PaperButton';
import { Facts, Meter, Panel } from '../server/parts/Panel';
import monitor from '../server/parts/server.module.css';
import styles from './parts/protect.module.css';
import { Reports } from './parts/Reports';
import { TargetPanel } from './parts/TargetPanel';
import { reportsOf, roomText } from './parts/words';

const RecoveryCard = lazy(() => import('./parts/RecoveryCard'));

const ACTS: readonly [ProtectAct, string][] = [
  ['base', '立即完整备份'],
  ['verify', '立即核对'],
  ['drill', '立即演练'],
];

/** How often a page that waits looks, and one that is only open. */
const LOOK_MS = 1500;
const CALM_MS = 15_000;
const lookAgain = ({ state }: { state: { data: ProtectState | undefined } }): number =>
  state.data?.running ? LOOK_MS : CALM_MS;

/** Tells what has ended since this page looked first; a short one may begin and end between two looks. */
function useTold(state: ProtectState | undefined): void {
  const { message } = App.useApp();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!state) return;
    const { ended } = state;
    const now = ended ? `${ended.at} ${ended.sentence}` : '';
    if (ended && known.current !== undefined && known.current !== now) {
      void (ended.ok ? message.success(ended.sentence, 6) : message.error(ended.sentence, 10));
    }
    known.current = now;
  }, [state, message]);
}

function Running({ running }: { running: NonNullable<ProtectState['running']> }) {
  const { title, by, since, target, done, total } = running;
  return (
    <Alert
      type="info"
      showIcon
      title={`正在进行${title}（${by}，${since} 开始）：${target || '准备中'}，可以离开本页`}
      description={
        total > 1 && <Progress percent={Math.floor((done / total) * 100)} size="small" aria-label={`${title}进度`} />
      }
    />
  );
}

/** What is done with all repositories. */
function Acts({ state }: { state: ProtectState }) {
  const { message } = App.useApp();
  const beginning = useMutation({
    mutationFn: (act: ProtectAct) => beginProtect(act),
    onSuccess: (text) => void message.success(text),
  });
  const busy = Boolean(state.running) || beginning.isPending;
  return (
    <div className={styles.acts}>
      <Can permission="monitor:protect:run">
        {ACTS.map(([act, label]) => (
          <Button key={act} disabled={busy || !state.made} onClick={() => beginning.mutate(act)}>
            {label}
          </Button>
        ))}
      </Can>
      {state.made && (
        <PaperButton label="打印恢复卡" paper={(onClose) => <RecoveryCard state={state} onClose={onClose} />} />
      )}
    </div>
  );
}

/** Repositories are made at a terminal, where their recovery codes are shown once. */
function HowToBegin({ state }: { state: ProtectState }) {
  return (
    <Panel title="建立备份仓库" wide>
      <p>备份仓库把每一次操作在几秒内加密保存到另一块磁盘，之后可以恢复到任意一次操作。在服务器的终端中：</p>
      <ol>
        <li>
          挂载另一块磁盘或网络存储，在 <code>{`${state.data}/gx-portal.toml`}</code> 中写上{' '}
          <code>protect_targets = "/mnt/nas/gx"</code>，重启服务
        </li>
        <li>
          运行 <code>gx-portal protect init</code>，把显示的两个恢复码分别抄写、放入两处保险柜（只显示这一次）
        </li>
      </ol>
    </Panel>
  );
}

function JournalPanel({ state: { journal } }: { state: ProtectState }) {
  const share = journal.limit > 0 ? Math.round((journal.bytes / journal.limit) * 1000) / 10 : 0;
  const state = journal.resting ? '暂停：磁盘空间不足' : journal.full ? '已满：普通写入已停止' : '开启';
  return (
    <Panel title="变更日志">
      <Facts
        rows={[
          ['状态', journal.on ? state : '关闭（protect_journal = off）'],
          ['最近一次操作', journal.newestAt || '没有'],
          ['本机占用', `${roomText(journal.bytes)}，上限 ${roomText(journal.limit)}`],
          ['占上限', <Meter key="share" percent={share} label="变更日志占上限" />],
        ]}
      />
    </Panel>
  );
}

function State({ state, refresh }: { state: ProtectState; refresh: React.ReactNode }) {
  const checksOf = (path: string) => state.checks.filter(({ target }) => target === path);
  return (
    <div className={monitor.monitor}>
      <Panel title="数据保护" wide tools={refresh}>
        <p className={styles.reach}>{state.sentence}</p>
        {state.paused && <Alert type="warning" showIcon title={state.paused} />}
        {state.running && <Running running={state.running} />}
        <Acts state={state} />
      </Panel>
      {!state.made && <HowToBegin state={state} />}
      {state.targets.map((target) => (
        <TargetPanel key={target.path} target={target} checks={checksOf(target.path)} />
      ))}
      <JournalPanel state={state} />
      {state.made && <Reports reports={reportsOf(state.targets)} />}
    </div>
  );
}

/** 数据保护. */
export default function ProtectPage() {
  const protect = useQuery({ ...protectQuery(), staleTime: 0, refetchInterval: lookAgain });
  useTold(protect.data);
  if (protect.isPending) {
    return (
      <section className="card">
        <div className="card-body">
          <Skeleton active paragraph={{ rows: 12 }} title={false} />
        </div>
      </section>
    );
  }
  if (protect.isError) {
    return <LoadFailed title="数据保护加载失败" error={protect.error} retry={protect.refetch} />;
  }
  const reload = () => void protect.refetch();
  return (
    <State
      state={protect.data}
      refresh={
        <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={protect.isFetching} onClick={reload}>
          刷新
        </Button>
      }
    />
  );
}
