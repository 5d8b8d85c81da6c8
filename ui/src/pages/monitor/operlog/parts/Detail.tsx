import { Skeleton } from 'antd';
import { type OperLogDetail, operLogQuery, type RecordChange } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { fieldName, pretty, tableName, valueText } from './names';
import operlogStyles from './operlog.module.css';

const KIND: Record<RecordChange['kind'], string> = { insert: '新增', update: '修改', delete: '删除' };

function ChangeTable({ change }: { change: RecordChange }) {
  return (
    <section className={operlogStyles.operChange}>
      <h3>
        {KIND[change.kind]}
        {tableName(change.table)} <span className="t3">{change.id}</span>
      </h3>
      <div className={operlogStyles.operScroll}>
        <table aria-label={`${tableName(change.table)} ${change.id} 的变更`}>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">变更前</th>
              <th scope="col">变更后</th>
            </tr>
          </thead>
          <tbody>
            {change.fields.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row" title={field}>
                  {fieldName(field)}
                </th>
                <td className={change.kind === 'update' ? operlogStyles.before : undefined}>
                  {valueText(before, field)}
                </td>
                <td className={change.kind === 'update' ? operlogStyles.after : undefined}>
                  {valueText(after, field)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function OperationFacts({ row }: { row: OperLogDetail }) {
  const facts: [string, React.ReactNode][] = [
    ['操作模块', row.title],
    ['操作人员', row.operPerson],
    ['部门', row.deptName || '—'],
    ['操作地址', row.operIp ? `${row.operIp} ${row.operLocation}` : '—'],
    ['操作时间', row.operTime],
    ['请求方法', row.method],
    ['请求地址', row.operUrl || '—'],
    ['结果', row.status === 0 ? '成功' : row.errorMsg],
    ['耗时', `${row.costTime} 毫秒`],
    ['请求编号', row.requestId || '—'],
    ['链校验值', <code key="hash">{row.hash.slice(0, 16)}…</code>],
  ];
  return <Facts look="beside" facts={facts} />;
}

/** Everything that was kept of one operation. */
export default function Detail({ operId, onClose }: { operId: number; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(operLogQuery(operId));
  return (
    <Drawer open title={`操作日志 ${operId}`} size={720} onClose={onClose} styles={{ wrapper: { maxWidth: '100vw' } }}>
      {isPending && <Skeleton active paragraph={{ rows: 8 }} title={false} />}
      {error && <LoadFailed title="操作日志加载失败" error={error} retry={refetch} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keyboard too
        <section tabIndex={0} aria-label="操作详情">
          <OperationFacts row={data} />
          {data.changes.map((change) => (
            <ChangeTable key={`${change.table} ${change.id}`} change={change} />
          ))}
          {data.changes.length === 0 && <p className="t3">此操作没有改动记录。</p>}
          {data.operParam && (
            <section className={operlogStyles.operChange}>
              <h3>请求参数</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
              <pre className={operlogStyles.operScroll} tabIndex={0}>
                {pretty(data.operParam)}
              </pre>
            </section>
          )}
        </section>
      )}
    </Drawer>
  );
}
