import type { ProtectState } from '@/api/monitor';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { restoreCommand } from './words';

/** 恢复卡: what somebody needs beside a recovery code to bring the service back on another box. No secrets. */
export default function RecoveryCard({ state, onClose }: { state: ProtectState; onClose: () => void }) {
  return (
    <Paper onClose={onClose}>
      <PaperFrame title="恢复卡" signs={[['恢复码一存放处'], ['恢复码二存放处'], ['保管人']]}>
        <PaperPairs
          pairs={[
            ['软件版本', state.version],
            ['安装编号', state.targets.find(({ installation }) => installation)?.installation ?? ''],
            ['数据目录', state.data],
          ]}
        />
        {state.targets.map(({ path, repository }) => (
          <PaperPairs
            key={path}
            pairs={[
              ['备份仓库', path],
              ['仓库编号', repository],
              ['恢复到最新', restoreCommand(path)],
              ['恢复到时刻', restoreCommand(path).replace('--latest', '--at "2026-03-01 10:41"')],
            ]}
          />
        ))}
        <p>
          原来的机器不能用时：在新机器上安装同一版本或更新的软件，挂载备份仓库所在的磁盘，把一个恢复码写入文本文件，执行“恢复到最新”的命令；
          核对无误、确认原来的服务已停用后，在新目录执行 gx-portal protect init
          接续备份。恢复码不在这张卡上，分别存放在两处保险柜。
        </p>
      </PaperFrame>
    </Paper>
  );
}
