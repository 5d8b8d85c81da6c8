import { expect, test } from 'vitest';
import type { ProtectTarget } from '@/api/monitor';
import { checkText, growthText, lastingText, reportsOf, roomText } from './words';

test('sizes and times in words', () => {
  expect([0, 1023, 1024, 1_572_864, 200 * 1024 ** 3].map(roomText)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '1.5 MB',
    '200 GB',
  ]);
  expect([40, 59_400, 60_000, 125_000].map(lastingText)).toEqual(['1 秒', '59 秒', '1 分', '2 分 5 秒']);
});

test('growth is said once a week is known, with the days that are left', () => {
  const of = (growth: number | null, daysLeft: number | null) => growthText({ growth, daysLeft } as ProtectTarget);
  expect(of(null, null)).toBe('建立满 7 天后给出');
  expect(of(0, null)).toBe('几乎不增长');
  expect(of(1_572_864, 400)).toBe('每天 1.5 MB，约 400 天后写满');
  expect(of(1024, 99_999)).toBe('每天 1.0 KB，约 十年以上后写满');
});

test('a check that never was is said so, one that failed says it', () => {
  const check = {
    act: 'drill',
    target: '/a',
    at: '2026-01-25 05:00:00',
    ok: false,
    sentence: '',
    by: '定时任务',
  } as const;
  expect(checkText(undefined, '还没有')).toBe('还没有');
  expect(checkText({ ...check, milliseconds: 3000 }, '')).toBe('2026-01-25 05:00:00 没有通过（3 秒，定时任务）');
});

test('reports of all targets, newest first', () => {
  const report = (madeAt: string) => ({ madeAt }) as ProtectTarget['reports'][number];
  const target = (path: string, ...times: string[]) => ({ path, reports: times.map(report) }) as ProtectTarget;
  const found = reportsOf([target('/a', '2026-02-01', '2026-01-01'), target('/b', '2026-01-15')]);
  expect(found.map(({ path, madeAt }) => `${path} ${madeAt}`)).toEqual([
    '/a 2026-02-01',
    '/b 2026-01-15',
    '/a 2026-01-01',
  ]);
});
