import { Alert } from 'antd';

/** Rows whose records are damaged are left out of the page, and named to whoever can have them looked at. */
export function Unreadable({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return null;
  const title = `有 ${ids.length} 行数据已损坏，无法显示（编号 ${ids.join('、')}），请管理员运行 doctor 检查`;
  return <Alert type="warning" showIcon role="alert" title={title} />;
}
