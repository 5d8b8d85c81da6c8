import type { DrillReport, ProtectCheck, ProtectTarget } from '@/api/monitor';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** «1.4 GB» */
export function roomText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}

/** «3 秒», «2 分 5 秒» */
export function lastingText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const rest = seconds % 60;
  return seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分${rest ? ` ${rest} 秒` : ''}`;
}

/** What a report of a drill says, on the page and on paper. */
export function drillFacts(report: FiledReport): [string, string][] {
  return [
    ['执行', report.by],
    ['恢复用时', lastingText(report.milliseconds)],
    ['恢复到', report.at],
    ['核对记录', `${report.rows} 条`],
    ['核对文件', `${report.files} 个`],
    ['备份仓库', report.path],
    ['完整备份', report.base],
    ['变更日志', report.frame],
  ];
}

/** How much it grows, and for how long there is room. */
export function growthText({ growth, daysLeft }: ProtectTarget): string {
  if (growth === null || growth === undefined) return '建立满 7 天后给出';
  if (growth === 0 || daysLeft === null || daysLeft === undefined) return '几乎不增长';
  return `每天 ${roomText(growth)}，约 ${daysLeft > 3650 ? '十年以上' : `${daysLeft} 天`}后写满`;
}

/** «2026-01-25 02:30:04 通过（3 秒，定时任务）» */
export function checkText(check: ProtectCheck | undefined, none: string): string {
  if (!check?.at) return none;
  const facts = [lastingText(check.milliseconds), check.by].filter(Boolean).join('，');
  return `${check.at} ${check.ok ? '通过' : '没有通过'}（${facts}）`;
}

export const isDoubtful = (check: ProtectCheck | undefined): boolean => check !== undefined && !check.ok;

/** A report and the repository that it lies in. */
export interface FiledReport extends DrillReport {
  path: string;
}

/** Reports of all targets, newest first. */
export const reportsOf = (targets: readonly ProtectTarget[]): FiledReport[] =>
  targets
    .flatMap(({ path, reports }) => reports.map((report) => ({ ...report, path })))
    .sort((a, b) => b.madeAt.localeCompare(a.madeAt) || a.path.localeCompare(b.path));

/** What is typed on a new box. */
export const restoreCommand = (path: string): string =>
  `gx-portal restore --from ${path} --latest --data 新目录 < 恢复码文件`;
