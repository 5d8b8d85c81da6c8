import { ReloadOutlined } from '@ant-design/icons';
import { App, Button, Skeleton } from 'antd';
import { rebuildIndex, type StoreState, storeQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { LoadFailed } from '@/ui/LoadFailed';
import { useConfirm } from '@/ui/useConfirm';
import { Facts, Panel } from '../server/parts/Panel';
import styles from '../server/parts/server.module.css';
import { Columns } from './parts/Columns';

function Tables({ tables }: { tables: StoreState['tables'] }) {
  return (
    <Panel title="数据表" wide>
      <div className={styles.monitorTable}>
        <table aria-label="数据表">
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col" className={styles.num}>
                记录
              </th>
              <th scope="col" className={`${styles.num} ${styles.roomy}`}>
                索引
              </th>
              <th scope="col" className={styles.num}>
                索引条目
              </th>
              <th scope="col" className={`${styles.num} ${styles.roomy}`}>
                结构版本
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map((table) => (
              <tr key={table.name}>
                <td>{table.name}</td>
                <td className={styles.num}>{table.records}</td>
                <td className={`${styles.num} ${styles.roomy}`}>{table.indexes}</td>
                <td className={styles.num}>{table.entries}</td>
                <td className={`${styles.num} ${styles.roomy}`}>{table.version}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** 存储与索引. */
export default function StorePage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const store = useQuery(storeQuery());
  const retry = () => void store.refetch();
  if (store.isPending) {
    return (
      <section className="card">
        <div className="card-body">
          <Skeleton active paragraph={{ rows: 12 }} title={false} />
        </div>
      </section>
    );
  }
  if (store.isError) {
    return <LoadFailed title="存储与索引加载失败" error={store.error} retry={store.refetch} />;
  }
  const rebuild = () =>
    confirm({
      title: '重建人员检索',
      content: '从存储重新装入人员检索，期间检索照常可用。',
      okText: '重建',
      run: () =>
        rebuildIndex().then((text) => {
          void message.success(text);
          retry();
        }),
    });
  const { data } = store;
  return (
    <div className={styles.monitor}>
      <Panel
        title="存储"
        tools={
          <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={store.isFetching} onClick={retry}>
            刷新
          </Button>
        }
      >
        <Facts
          rows={[
            ['数据库文件', data.size],
            ['可用空间', data.free || '—'],
            ['同步写盘', `${data.syncs} 次（自启动）`],
            ['故障重连', `${data.reopenings} 次`],
          ]}
        />
      </Panel>
      <Panel
        title="人员检索"
        tools={
          <Can permission="monitor:cache:list">
            <Button size="small" onClick={rebuild}>
              重建
            </Button>
          </Can>
        }
      >
        <Facts
          rows={[
            [
              '状态',
              data.indexReady ? (
                <StateTag key="ready" tone="ok">
                  就绪
                </StateTag>
              ) : (
                <StateTag key="filling" tone="warn">
                  正在装入
                </StateTag>
              ),
            ],
            ['人员', `${data.people} 人`],
          ]}
        />
      </Panel>
      <Columns />
      <Tables tables={data.tables} />
    </div>
  );
}
