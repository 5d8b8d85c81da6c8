/** Uploaded files. Uploads go by XMLHttpRequest, the only way that tells how far they are. */
import { API_BASE } from '@/lib/base';
import { readToken } from '@/lib/token';
import { api, bindToOwn, type Envelope, refuse, request } from './client';
import type { Answer, Schema } from './contract';
import { ApiError, CODE, ERROR_TEXT } from './errors';
import { reading } from './reading';

/** Addresses are below the API; `addressOf` makes them whole. */
export type FileInfo = Schema<'FileOut'>;

export interface UploadOptions {
  /** A JPEG to show in place of a picture that browsers cannot show. */
  preview?: Blob | null;
  /** 0 to 100. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/** The whole address of a path that the server answered. */
export const addressOf = (path: string): string => (path ? `${API_BASE}${path}` : '');

function answerOf(request: XMLHttpRequest): Envelope & Partial<Schema<'Uploaded'>> {
  if (request.status < 200 || request.status >= 300) {
    throw new ApiError(request.status, ERROR_TEXT.http(request.status), 'connection');
  }
  try {
    const answer: unknown = JSON.parse(request.responseText);
    if (typeof answer !== 'object' || answer === null) throw new SyntaxError('no envelope');
    return answer as Envelope & Partial<Schema<'Uploaded'>>;
  } catch {
    throw new ApiError(0, ERROR_TEXT.unknown, 'connection');
  }
}

function storedOf(request: XMLHttpRequest): FileInfo {
  const answer = answerOf(request);
  if ((answer.code ?? CODE.ok) !== CODE.ok) refuse(answer, {});
  if (!answer.fileInfo) throw new ApiError(0, ERROR_TEXT.unknown);
  return answer.fileInfo;
}

/** Stores one file. There is no limit of time: large files may take long; a broken connection ends it. */
export async function uploadFile(file: Blob & { name?: string }, options: UploadOptions = {}): Promise<FileInfo> {
  const { preview, onProgress, signal } = options;
  await bindToOwn();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancelled = () => new DOMException('上传已取消', 'AbortError');
    if (signal?.aborted) {
      reject(cancelled());
      return;
    }
    const cancel = () => request.abort();
    const settle = (run: () => void) => () => {
      signal?.removeEventListener('abort', cancel);
      run();
    };
    signal?.addEventListener('abort', cancel);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(Math.floor((event.loaded / event.total) * 100));
    };
    request.onload = settle(() => {
      try {
        resolve(storedOf(request));
      } catch (error) {
        reject(error);
      }
    });
    request.onerror = settle(() => reject(new ApiError(0, ERROR_TEXT.network, 'connection')));
    request.onabort = settle(() => reject(cancelled()));
    request.open('POST', `${API_BASE}/common/upload2Minio`);
    const token = readToken();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    const body = new FormData();
    body.append('file', file, file.name ?? 'image.png');
    if (preview) body.append('preview', preview, 'preview.jpg');
    request.send(body);
  });
}

/** Files by their ids, in the order asked; what is gone or not to be seen is left out. */
export const filesQuery = reading(
  'files',
  (ids: readonly number[]) => (): Promise<FileInfo[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : api
          .get<Answer<'GET /system/fileInfo/list/{ids}'>>(`/system/fileInfo/list/${ids.join(',')}`)
          .then(({ data }) => data ?? []),
);

/** Removes an own file that belongs to nothing yet. */
export const removeFile = (id: number) => request('DELETE', `/common/file/${id}`, { asks: true });

/** Lets the browser save a file, by a ticket for one use: the address may be seen by others. */
export async function saveFile(id: number): Promise<void> {
  const { data } = await api.ask<Answer<'POST /common/download/{id}/ticket'>>(`/common/download/${id}/ticket`);
  window.location.assign(addressOf(data.url));
}
