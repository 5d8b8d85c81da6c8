import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SyslogPanel } from './SyslogPanel';

const STANDING = {
  destination: 'tcp://10.0.0.9:601',
  connected: true,
  since: '2026-03-01 08:30:00',
  sentId: 12345,
  sentTime: '2026-03-01 09:00:00',
  waiting: 0,
  oldestTime: '',
  error: '',
  errorTime: '',
  gap: '',
  gapTime: '',
};

test('says where the audit log goes and how far it was sent', () => {
  render(<SyslogPanel standing={STANDING} />);
  expect(screen.getByText('已连接（自 2026-03-01 08:30:00）')).toBeTruthy();
  expect(screen.getByText('第 12345 号（2026-03-01 09:00:00）')).toBeTruthy();
  expect(screen.queryByText('缺号与恢复')).toBeNull();
});

test('says what waits, why, and what never came', () => {
  render(
    <SyslogPanel
      standing={{
        ...STANDING,
        connected: false,
        waiting: 7,
        oldestTime: '2026-03-01 08:00:00',
        error: '连接被拒绝',
        errorTime: '2026-03-01 09:10:00',
        gap: '第 5 至 9 号审计记录在发送前已归档',
        gapTime: '2026-02-01 04:00:00',
      }}
    />,
  );
  expect(screen.getByText('未连接（自 2026-03-01 08:30:00）')).toBeTruthy();
  expect(screen.getByText('7 条，最早的在 2026-03-01 08:00:00')).toBeTruthy();
  expect(screen.getByText('2026-03-01 09:10:00 连接被拒绝')).toBeTruthy();
  expect(screen.getByText(/^2026-02-01 04:00:00 第 5 至 9 号/)).toBeTruthy();
});

test('of datagrams nobody knows whether they came', () => {
  render(<SyslogPanel standing={{ ...STANDING, destination: 'udp://10.0.0.9:514' }} />);
  expect(screen.getByText(/UDP 不确认送达/)).toBeTruthy();
});
