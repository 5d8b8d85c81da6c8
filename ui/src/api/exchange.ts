/** Lists out and in as workbooks; the calls of every list answer as those of `/system/post`. */

import type { Params } from '@/lib/params';
import { api, request } from './client';
import type { Answer, Schema } from './contract';

/** What a row of an imported workbook came to. */
export type ImportRow = Schema<'RowReport'>;

export type ImportReport = Schema<'ImportReport'>;

const flag = (on: boolean): string => (on ? '1' : '0');

/** Asks for an import template; gives the name of the file to fetch. `base` is the list's path: `/system/post`. */
export const fetchTemplate = (base: string) =>
  api.get<Answer<'GET /system/post/importTemplate'>>(`${base}/importTemplate`).then(({ msg }) => msg);

/** `dryRun` checks the rows and writes nothing. */
export function importRows(base: string, file: File, updateSupport: boolean, dryRun: boolean): Promise<ImportReport> {
  const body = new FormData();
  body.append('file', file);
  const params = { updateSupport: flag(updateSupport), dryRun: flag(dryRun) };
  const send = dryRun ? api.ask : api.post;
  return send<Answer<'POST /system/post/importData'>>(`${base}/importData`, body, params).then(({ data }) => data);
}

/** What came of the wish to export: a file to fetch now, or a task that goes on behind the sentence. */
export type StartedExport = { fileName: string } | { taskId: string; text: string };

/** Exports a list by its filters; the server decides whether it is long enough for a background task. */
export async function startExport(base: string, filters: Params): Promise<StartedExport> {
  const query = { ...filters, background: 'true' };
  const answer = await request<{ msg: string; data?: { taskId: string } }>('GET', `${base}/export`, {
    params: query,
    changes: true,
  });
  return answer.data ? { taskId: answer.data.taskId, text: answer.msg } : { fileName: answer.msg };
}
