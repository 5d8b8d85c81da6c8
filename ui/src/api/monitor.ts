import type { Params } from '@/lib/params';
import { api } from './client';
import { reading } from './reading';

interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** A row of the operation log. */
export interface OperLogRow {
  operId: number;
  title: string;
  businessType: number;
  method: string;
  requestMethod: string;
  operName: string;
  /** Name and login name. */
  operPerson: string;
  deptName: string;
  operUrl: string;
  operIp: string;
  operLocation: string;
  operParam: string;
  /** 0 done, 1 refused. */
  status: number;
  errorMsg: string | null;
  operTime: string;
  costTime: number;
}

/** One field of a changed record. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

export interface RecordChange {
  table: string;
  id: string;
  kind: 'insert' | 'update' | 'delete';
  fields: FieldChange[];
}

export interface OperLogDetail extends OperLogRow {
  changes: RecordChange[];
  userAgent: string;
  requestId: string;
  hash: string;
}

/** What a walk along the audit chain found. */
export interface ChainState {
  whole: boolean;
  rows: number;
  firstBreak: string | null;
  archived: number;
  checkedAt: string;
}

const OPER = '/monitor/operlog';

export const listOperLog = (query: Params, signal: AbortSignal) =>
  api.get<Rows<OperLogRow>>(`${OPER}/list`, query, signal);
export const operLogQuery = reading(
  'oper-log',
  (id: number) => (signal) =>
    api.get<{ data: OperLogDetail }>(`${OPER}/${id}`, undefined, signal).then(({ data }) => data),
);
export const chainQuery = reading(
  'log-chain',
  () => (signal) => api.get<{ data: ChainState }>(`${OPER}/verify`, undefined, signal).then(({ data }) => data),
);

/** Archives what is older than the retention; gives the sentence that says how many rows. */
const archive = (base: string) => api.delete(`${base}/clean`).then(({ msg = '' }) => msg);

export const archiveOperLog = () => archive(OPER);

/** A row of the login log. */
export interface LoginRow {
  infoId: number;
  userName: string;
  /** '0' succeeded, '1' failed. */
  status: string;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  msg: string;
  loginTime: string;
}

const LOGIN = '/monitor/logininfor';

export const listLogins = (query: Params, signal: AbortSignal) =>
  api.get<Rows<LoginRow>>(`${LOGIN}/list`, query, signal);
export const archiveLogins = () => archive(LOGIN);

/** A signed-in browser. */
export interface OnlineRow {
  /** Names the session without giving it away. */
  tokenId: string;
  userName: string;
  nickName: string;
  deptName: string;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  /** Milliseconds since 1970. */
  loginTime: number;
  lastAccessTime: number;
  /** The session that asks. */
  current: boolean;
}

/** The server gives all rows; the page is cut here. */
export async function listOnline(query: Params, signal: AbortSignal): Promise<Rows<OnlineRow>> {
  const { pageNum, pageSize, ...filters } = query;
  const { rows, total } = await api.get<Rows<OnlineRow>>('/monitor/online/list', filters, signal);
  const size = Number(pageSize) || rows.length;
  const first = ((Number(pageNum) || 1) - 1) * size;
  return { rows: rows.slice(first, first + size), total };
}

export const forceLogout = (tokenId: string) => api.delete(`/monitor/online/${tokenId}`);
export const forceLogoutMany = (tokenIds: readonly string[]) =>
  api.delete(`/monitor/online/batch/${tokenIds.join(',')}`);

/** A scheduled job. */
export interface JobRow {
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  targetTitle: string;
  cronExpression: string;
  /** '1' every missed run, '2' one run, '3' none. */
  misfirePolicy: string;
  /** '0' active, '1' paused. */
  status: string;
  nextValidTime: string | null;
  running: boolean;
  remark: string;
}

export type JobForm = Pick<
  JobRow,
  'jobName' | 'jobGroup' | 'invokeTarget' | 'cronExpression' | 'misfirePolicy' | 'remark'
> & { jobId?: number };

/** Something a job can do. */
export interface JobTarget {
  invokeTarget: string;
  title: string;
  about: string;
}

const JOB = '/monitor/job';

export const listJobs = (query: Params, signal: AbortSignal) => api.get<Rows<JobRow>>(`${JOB}/list`, query, signal);
export const fetchJob = (id: number) => api.get<{ data: JobRow }>(`${JOB}/${id}`).then(({ data }) => data);
export const targetsQuery = reading(
  'job-targets',
  () => (signal) => api.get<{ data: JobTarget[] }>(`${JOB}/targets`, undefined, signal).then(({ data }) => data),
);
export const nextTimesQuery = reading(
  'next-times',
  (cronExpression: string) => (signal) =>
    api.get<{ data: string[] }>(`${JOB}/nextTimes`, { cronExpression }, signal).then(({ data }) => data),
);
export const addJob = (form: JobForm) => api.post(JOB, form);
export const editJob = (form: JobForm) => api.put(JOB, form);
export const changeJobStatus = (jobId: number, status: string) => api.put(`${JOB}/changeStatus`, { jobId, status });
export const runJob = ({ jobId, jobGroup }: JobRow) =>
  api.put(`${JOB}/run`, { jobId, jobGroup }).then(({ msg = '' }) => msg);
export const removeJobs = (ids: readonly number[]) => api.delete(`${JOB}/${ids.join(',')}`);

/** A run of a job. */
export interface JobLogRow {
  jobLogId: number;
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  cause: string;
  jobMessage: string;
  status: string;
  state: '执行中' | '成功' | '失败' | '中断';
  exceptionInfo: string;
  startTime: string;
  endTime: string | null;
}

const JOB_LOG = '/monitor/jobLog';

export const listJobLogs = (query: Params, signal: AbortSignal) =>
  api.get<Rows<JobLogRow>>(`${JOB_LOG}/list`, query, signal);
export const removeJobLogs = (ids: readonly number[]) => api.delete(`${JOB_LOG}/${ids.join(',')}`);
export const cleanJobLogs = () => archive(JOB_LOG);

/** The machine, the program and the disks. */
export interface ServerState {
  cpu: { cpuNum: number; sys: number; used: number; wait: number; free: number };
  mem: { total: number; used: number; free: number; usage: number };
  jvm: {
    total: number;
    used: number;
    name: string;
    version: string;
    home: string;
    startTime: string;
    runTime: string;
  };
  sys: { computerName: string; computerIp: string; userDir: string; osName: string; osArch: string };
  sysFiles: {
    dirName: string;
    sysTypeName: string;
    typeName: string;
    total: string;
    free: string;
    used: string;
    usage: number;
  }[];
  product: {
    version: string;
    data: string;
    free: string;
    usage: number;
    storeSize: string;
    tables: number;
    records: number;
    sessions: number;
    lastBackup: string;
    backups: number;
    uptime: string;
  };
}

export const serverQuery = reading(
  'server',
  () => (signal) => api.get<{ data: ServerState }>('/monitor/server', undefined, signal).then(({ data }) => data),
);

/** The store and the person index. */
export interface StoreState {
  size: string;
  free: string;
  syncs: number;
  reopenings: number;
  indexReady: boolean;
  people: number;
  tables: { name: string; records: number; indexes: number; entries: number; version: number }[];
}

export const storeQuery = reading(
  'store',
  () => (signal) => api.get<{ data: StoreState }>('/monitor/cache/store', undefined, signal).then(({ data }) => data),
);
/** Fills the person index again; gives the sentence that says so. */
export const rebuildIndex = () => api.delete('/monitor/cache/clearCacheAll').then(({ msg = '' }) => msg);
