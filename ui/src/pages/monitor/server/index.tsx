import { ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type ServerState, serverQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { BundleButton } from './parts/BundleButton';
import { ModePanel } from './parts/ModePanel';
import { Facts, Meter, Panel } from './parts/Panel';
import { SlowPanel } from './parts/SlowPanel';
import { SyslogPanel } from './parts/SyslogPanel';
import styles from './parts/server.module.css';

function Disks({ disks }: { disks: ServerState['sysFiles'] }) {
  return (
    <Panel title="磁盘" wide>
      <div className={styles.monitorTable}>
        <table aria-label="磁盘">
          <thead>
            <tr>
              <th scope="col">挂载点</th>
              <th scope="col" className={styles.roomy}>
                文件系统
              </th>
              <th scope="col" className={styles.roomy}>
                类型
              </th>
              <th scope="col" className={`${styles.num} ${styles.roomy}`}>
                总大小
              </th>
              <th scope="col" className={styles.num}>
                可用
              </th>
              <th scope="col">已用</th>
            </tr>
          </thead>
          <tbody>
            {disks.map((disk) => (
              <tr key={disk.dirName}>
                <td>{disk.dirName}</td>
                <td className={styles.roomy}>{disk.sysTypeName}</td>
                <td className={styles.roomy}>{disk.typeName}</td>
                <td className={`${styles.num} ${styles.roomy}`}>{disk.total}</td>
                <td className={styles.num}>{disk.free}</td>
                <td>
                  <Meter percent={disk.usage} label={`${disk.dirName} 已用`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function State({ state, refresh }: { state: ServerState; refresh: React.ReactNode }) {
  const { cpu, mem, jvm, sys, product } = state;
  const busy = Math.round((100 - cpu.free) * 100) / 100;
  return (
    <div className={styles.monitor}>
      {state.warnings.length > 0 && (
        <Panel title="需要处理" wide>
          <ul>
            {state.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Can permission="monitor:mode:enter">
        <ModePanel />
      </Can>
      <Panel title="本系统" tools={refresh}>
        <Facts
          rows={[
            ['版本', product.version],
            ['已运行', product.uptime],
            ['数据目录', product.data],
            ['可用空间', product.free],
            ['磁盘已用', <Meter key="disk" percent={product.usage} label="数据磁盘已用" />],
            ['最近备份', product.lastBackup || '尚无备份'],
            ['备份份数', product.backups],
          ]}
        />
      </Panel>
      <Panel title="数据">
        <Facts
          rows={[
            ['数据库文件', product.storeSize],
            ['记录', `${product.tables} 张表，${product.records} 条`],
            ['在线会话', product.sessions],
            ['进程内存', `${jvm.used} MB（峰值 ${jvm.total} MB）`],
            ['启动时间', jvm.startTime],
            ['程序', `${jvm.name} ${jvm.version}`],
            ['安装路径', jvm.home],
          ]}
        />
      </Panel>
      <Panel title="处理器与内存">
        <Facts
          rows={[
            ['处理器', `${cpu.cpuNum} 核`],
            ['处理器占用', <Meter key="cpu" percent={busy} label="处理器占用" />],
            ['用户 / 系统', `${cpu.used}% / ${cpu.sys}%`],
            ['等待磁盘', `${cpu.wait}%`],
            ['内存', `${mem.used} GB / ${mem.total} GB`],
            ['内存占用', <Meter key="mem" percent={mem.usage} label="内存占用" />],
          ]}
        />
      </Panel>
      <Panel title="服务器">
        <Facts
          rows={[
            ['名称', sys.computerName],
            ['监听地址', sys.computerIp],
            ['操作系统', sys.osName],
            ['系统架构', sys.osArch],
          ]}
        />
      </Panel>
      {state.syslog && <SyslogPanel standing={state.syslog} />}
      <Disks disks={state.sysFiles} />
      <SlowPanel />
    </div>
  );
}

/** 服务监控. */
export default function ServerPage() {
  const server = useQuery(serverQuery());
  if (server.isPending) {
    return (
      <section className="card">
        <div className="card-body">
          <Skeleton active paragraph={{ rows: 12 }} title={false} />
        </div>
      </section>
    );
  }
  const retry = () => void server.refetch();
  if (server.isError) {
    return <LoadFailed title="服务监控加载失败" error={server.error} retry={server.refetch} />;
  }
  return (
    <State
      state={server.data}
      refresh={
        <>
          <BundleButton />
          <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={server.isFetching} onClick={retry}>
            刷新
          </Button>
        </>
      }
    />
  );
}
