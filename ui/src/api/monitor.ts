import type { Params } from '@/lib/params';
import { api, download } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';

export type OperLogRow = Schema<'OperLogOut'>;
export type RecordChange = Schema<'RecordChange'>;
export type OperLogDetail = Schema<'OperLogDetail'>;

const OPER = '/monitor/operlog';

export const listOperLog = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /monitor/operlog/list'>>(`${OPER}/list`, query, signal);
export const operLogQuery = reading(
  'oper-log',
  (id: number) => (signal) =>
    api.get<Answer<'GET /monitor/operlog/{operId}'>>(`${OPER}/${id}`, undefined, signal).then(({ data }) => data),
);
export const chainQuery = reading(
  'log-chain',
  () => (signal) =>
    api.get<Answer<'GET /monitor/operlog/verify'>>(`${OPER}/verify`, undefined, signal).then(({ data }) => data),
);

/** Archives what is older than the retention; gives the sentence that says how many rows. */
const archive = (base: string) => api.delete(`${base}/clean`).then(({ msg = '' }) => msg);

export const archiveOperLog = () => archive(OPER);

export type LoginRow = Schema<'LoginOut'>;

const LOGIN = '/monitor/logininfor';

export const listLogins = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /monitor/logininfor/list'>>(`${LOGIN}/list`, query, signal);
export const archiveLogins = () => archive(LOGIN);

/** A signed-in browser; its times are milliseconds since 1970. */
export type OnlineRow = Schema<'OnlineOut'>;

/** The server gives all rows; the page is cut here. */
export async function listOnline(query: Params, signal: AbortSignal): Promise<{ rows: OnlineRow[]; total: number }> {
  const { pageNum, pageSize, ...filters } = query;
  const { rows, total } = await api.get<Answer<'GET /monitor/online/list'>>('/monitor/online/list', filters, signal);
  const size = Number(pageSize) || rows.length;
  const first = ((Number(pageNum) || 1) - 1) * size;
  return { rows: rows.slice(first, first + size), total };
}

export const forceLogout = (tokenId: string) => api.delete(`/monitor/online/${tokenId}`);
export const forceLogoutMany = (tokenIds: readonly string[]) =>
  api.delete(`/monitor/online/batch/${tokenIds.join(',')}`);

export type JobRow = Schema<'JobOut'>;
export type JobForm = Schema<'JobInput'>;

const JOB = '/monitor/job';

export const listJobs = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /monitor/job/list'>>(`${JOB}/list`, query, signal);
export const fetchJob = (id: number) =>
  api.get<Answer<'GET /monitor/job/{jobId}'>>(`${JOB}/${id}`).then(({ data }) => data);
export const targetsQuery = reading(
  'job-targets',
  () => (signal) =>
    api.get<Answer<'GET /monitor/job/targets'>>(`${JOB}/targets`, undefined, signal).then(({ data }) => data),
);
export const nextTimesQuery = reading(
  'next-times',
  (cronExpression: string) => (signal) =>
    api
      .get<Answer<'GET /monitor/job/nextTimes'>>(`${JOB}/nextTimes`, { cronExpression }, signal)
      .then(({ data }) => data),
);
export const addJob = (form: JobForm) => api.post(JOB, form);
export const editJob = (form: JobForm) => api.put(JOB, form);
export const changeJobStatus = (jobId: number, status: string) =>
  api.put(`${JOB}/changeStatus`, { jobId, status } satisfies Body<'PUT /monitor/job/changeStatus'>);
export const runJob = ({ jobId, jobGroup }: JobRow) =>
  api.put(`${JOB}/run`, { jobId, jobGroup }).then(({ msg = '' }) => msg);
export const removeJobs = (ids: readonly number[]) => api.delete(`${JOB}/${ids.join(',')}`);

/** A run of a job; the document does not name its states. */
export type JobLogRow = Omit<Schema<'JobLogOut'>, 'state'> & { state: '执行中' | '成功' | '失败' | '中断' };

const JOB_LOG = '/monitor/jobLog';

export const listJobLogs = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: JobLogRow[]; total: number }>(`${JOB_LOG}/list`, query, signal);
export const removeJobLogs = (ids: readonly number[]) => api.delete(`${JOB_LOG}/${ids.join(',')}`);
export const cleanJobLogs = () => archive(JOB_LOG);

/** The machine, the program and the disks. */
export type ServerState = Schema<'ServerOut'>;

export const serverQuery = reading(
  'server',
  () => (signal) =>
    api.get<Answer<'GET /monitor/server'>>('/monitor/server', undefined, signal).then(({ data }) => data),
);

/** What an administrator has to see to. */
export const attentionQuery = reading(
  'attention',
  () => (signal) =>
    api
      .get<Answer<'GET /monitor/server/attention'>>('/monitor/server/attention', undefined, signal)
      .then(({ data }) => data),
);

/** Makes the support bundle and lets the browser fetch it. */
export const fetchBundle = () => api.post('/monitor/bundle').then(({ msg = '' }) => download(msg));

/** Requests that took long, the newest first. */
export type SlowRow = Schema<'SlowOut'>;

export const slowQuery = reading(
  'slow',
  () => (signal) =>
    api.get<Answer<'GET /monitor/server/slow'>>('/monitor/server/slow', undefined, signal).then(({ data }) => data),
);

/** Whether the portal is open, closed or read-only, for who may change it. */
export type ModeState = Schema<'ModeOut'>;
export type ModeInput = Body<'PUT /monitor/mode'>;

export const modeQuery = reading(
  'mode',
  () => (signal) => api.get<Answer<'GET /monitor/mode'>>('/monitor/mode', undefined, signal).then(({ data }) => data),
);
/** Gives the sentence that says what is in force now. */
export const changeMode = (input: ModeInput) => api.put('/monitor/mode', input).then(({ msg = '' }) => msg);

/** The store and the person index. */
export type StoreState = Schema<'StoreOut'>;

export const storeQuery = reading(
  'store',
  () => (signal) =>
    api.get<Answer<'GET /monitor/cache/store'>>('/monitor/cache/store', undefined, signal).then(({ data }) => data),
);
/** Fills the person index again; gives the sentence that says so. */
export const rebuildIndex = () => api.delete('/monitor/cache/clearCacheAll').then(({ msg = '' }) => msg);

/** The columns of tables that lists are answered from. */
export type ColumnTables = Schema<'ColumnTables'>;

export const columnTablesQuery = reading(
  'column-tables',
  () => (signal) =>
    api.get<Answer<'GET /monitor/cache/columns'>>('/monitor/cache/columns', undefined, signal).then(({ data }) => data),
);
/** Fills the columns of a table again; gives the sentence that says so. */
export const refillColumns = (table: string) => api.post(`/monitor/cache/columns/${table}`).then(({ msg = '' }) => msg);

/** A kind of crash that pages have told. */
export type CrashRow = Schema<'BrowserErrorOut'>;

export const listCrashes = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /monitor/crash/list'>>('/monitor/crash/list', query, signal);
export const cleanCrashes = () => archive('/monitor/crash');

/** How the repositories stand and what is being done with them. */
export type ProtectState = Schema<'ProtectOut'>;
export type ProtectTarget = ProtectState['targets'][number];
export type ProtectCheck = ProtectState['checks'][number];
export type DrillReport = ProtectTarget['reports'][number];
export type ProtectAct = ProtectCheck['act'];

export const protectQuery = reading(
  'protect',
  () => (signal) =>
    api.get<Answer<'GET /monitor/protect'>>('/monitor/protect', undefined, signal).then(({ data }) => data),
);
/** Begins it in the background; gives the sentence that says so. */
export const beginProtect = (act: ProtectAct) => api.post(`/monitor/protect/${act}`).then(({ msg = '' }) => msg);
