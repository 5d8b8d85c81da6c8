import { App, Button, Skeleton } from 'antd';
import { ColumnState, ColumnStateLabels } from '@/api/generated/enums';
import { type ColumnTables, columnTablesQuery, refillColumns } from '@/api/monitor';
import { countText } from '@/lib/counts';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { LoadFailed } from '@/ui/LoadFailed';
import { useConfirm } from '@/ui/useConfirm';
import { Facts, Meter, Panel } from '../../server/parts/Panel';
import styles from '../../server/parts/server.module.css';

/** How often a table that is being filled is looked at. */
const LOOK_MS = 1000;
const lookAgain = ({ state: { data } }: { state: { data: ColumnTables | undefined } }): number | false =>
  data?.tables.some(({ state }) => state === ColumnState.Filling) ? LOOK_MS : false;

const TONES: Readonly<Record<ColumnTables['tables'][number]['state'], TagTone>> = {
  [ColumnState.Ready]: 'ok',
  [ColumnState.Filling]: 'blue',
  [ColumnState.Off]: 'off',
  [ColumnState.NoRoom]: 'warn',
  [ColumnState.Waiting]: 'plain',
};
const LABELS = new Map<number, string>(ColumnStateLabels);

const mib = (bytes: number) => `${(bytes / 2 ** 20).toLocaleString('zh-CN', { maximumFractionDigits: 1 })} MiB`;

/** «5 分钟前». */
function agoText(seconds: number): string {
  if (seconds < 60) return '刚刚';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} 小时前` : `${Math.floor(seconds / 86_400)} 天前`;
}

const filledText = ({ ageSeconds, fillMillis }: ColumnTables['tables'][number]): string =>
  ageSeconds === null || fillMillis === null
    ? '—'
    : `装载于 ${agoText(ageSeconds)}，用时 ${(fillMillis / 1000).toFixed(2)} 秒`;

const damagedText = (unreadable: number): string => `有 ${countText(unreadable)} 行数据已损坏，请运行 doctor 检查`;

/** What all tables take together, of what they may take. */
function Totals({
  rows,
  bytes,
  allowedBytes,
  unreadable,
}: Pick<ColumnTables, 'rows' | 'bytes' | 'allowedBytes' | 'unreadable'>) {
  const budget =
    allowedBytes === 0 ? (
      '未启用'
    ) : (
      <>
        {mib(bytes)} / {mib(allowedBytes)}{' '}
        <Meter percent={Math.round((bytes / allowedBytes) * 100)} label="列数据占用内存" />
      </>
    );
  return (
    <Facts
      rows={[
        ['行数', countText(rows)],
        ['内存', budget],
        ...(unreadable > 0 ? ([['数据损坏', damagedText(unreadable)]] as const) : []),
      ]}
    />
  );
}

interface TablesProps {
  label: string;
  tables: ColumnTables['tables'];
  /** Absent where they are filled by whoever opens their list. */
  onRefill?: (table: string) => void;
}

function Tables({ label, tables, onRefill }: TablesProps) {
  return (
    <div className={styles.monitorTable}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">状态</th>
            <th scope="col" className={styles.num}>
              行数
            </th>
            <th scope="col" className={`${styles.num} ${styles.roomy}`}>
              内存
            </th>
            <th scope="col" className={styles.roomy}>
              装载
            </th>
            {onRefill && (
              <Can permission="monitor:cache:list">
                <th scope="col">操作</th>
              </Can>
            )}
          </tr>
        </thead>
        <tbody>
          {tables.map((one) => (
            <tr key={one.table}>
              <td>{one.table}</td>
              <td>
                <StateTag tone={TONES[one.state]}>{LABELS.get(one.state)}</StateTag>
                {one.unreadable > 0 && <StateTag tone="bad">{damagedText(one.unreadable)}</StateTag>}
              </td>
              <td className={styles.num}>{countText(one.rows)}</td>
              <td className={`${styles.num} ${styles.roomy}`}>{mib(one.bytes)}</td>
              <td className={styles.roomy}>{filledText(one)}</td>
              {onRefill && (
                <Can permission="monitor:cache:list">
                  <td>
                    <Button
                      size="small"
                      aria-label={`重新装载 ${one.table}`}
                      disabled={one.state === ColumnState.Filling || one.state === ColumnState.Off}
                      onClick={() => onRefill(one.table)}
                    >
                      重新装载
                    </Button>
                  </td>
                </Can>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Columns that a feature keeps for itself: those that were asked for lately, by name. */
function Others({ title, bytes, allowedBytes, tables }: ColumnTables['others'][number]) {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const unreadable = tables.reduce((sum, one) => sum + one.unreadable, 0);
  return (
    <>
      <h3>{title}</h3>
      <Totals {...{ rows, bytes, allowedBytes, unreadable }} />
      {tables.length === 0 ? (
        <p className="t2">目前没有装载；打开{title}的列表时装载，10 分钟不用即释放</p>
      ) : (
        <Tables label={`${title}的列数据`} tables={tables} />
      )}
    </>
  );
}

/** 列数据: the columns in memory that lists are answered from; a table is filled again where it is doubted. */
export function Columns() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const columns = useQuery({
    ...columnTablesQuery(),
    refetchInterval: lookAgain,
  });
  const refill = (table: string) =>
    confirm({
      title: `重新装载 ${table}`,
      content: '从存储重新装入这张表的列数据，期间列表照常可用，会慢一些。',
      okText: '装载',
      run: () =>
        refillColumns(table).then((text) => {
          void message.success(text);
        }),
    });
  return (
    <Panel title="列数据" wide>
      {columns.isPending && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      {columns.isError && <LoadFailed title="列数据加载失败" error={columns.error} retry={columns.refetch} />}
      {columns.data && (
        <>
          <Totals {...columns.data} />
          <Tables label="列数据" tables={columns.data.tables} onRefill={refill} />
          {columns.data.others.map((other) => (
            <Others key={other.title} {...other} />
          ))}
        </>
      )}
    </Panel>
  );
}
