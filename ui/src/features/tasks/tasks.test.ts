import { expect, test } from 'vitest';
import type { Task, TaskState } from '@/api/task';
import { newsOf, percentOf, progressText } from './tasks';

const task = (taskId: string, state: TaskState, written = 0, total = 0): Task => ({
  ...{ taskId, state, written, total, title: '操作日志导出', message: '', fileName: null, size: 0 },
  ...{ createTime: '', endTime: null },
});

test('news are tasks that were open at the last look and have ended since', () => {
  const before = [
    task('a', 'running'),
    task('b', 'queued'),
    task('c', 'done'),
    task('d', 'running'),
    task('e', 'running'),
  ];
  const now = [task('a', 'done'), task('b', 'failed'), task('c', 'done'), task('e', 'cancelled')];
  const { done, failed, lost } = newsOf(before, now);
  const ids = (tasks: Task[]) => tasks.map(({ taskId }) => taskId);
  expect([ids(done), ids(failed), ids(lost)]).toEqual([['a'], ['b'], ['d']]);
  expect(newsOf(null, now)).toEqual({ done: [], failed: [], lost: [] });
});

test('progress in words and in percent', () => {
  expect(progressText(task('a', 'queued'))).toBe('等待开始');
  expect(progressText(task('a', 'running'))).toBe('正在查找数据…');
  expect(progressText(task('a', 'running', 1200, 5000))).toBe('1,200 / 5,000 行');
  expect(progressText(task('a', 'running', 5000, 5000))).toBe('正在生成文件');
  const percents = [task('a', 'running', 1200, 5000), task('a', 'running', 5000, 5000), task('a', 'done')];
  expect(percents.map(percentOf)).toEqual([24, 99, 100]);
  expect(percentOf(task('a', 'queued'))).toBe(0);
});
