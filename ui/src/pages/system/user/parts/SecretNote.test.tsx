import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as profile from '@/api/profile';
import * as dicts from '@/api/useDict';
import * as user from '@/api/user';
import * as depts from '@/features/DeptTree/tree';
import { inPlace } from '@/test/inPlace';
import { SecretNote } from './SecretNote';
import UserDialog from './UserDialog';

const added = vi.fn(async (_form: Record<string, unknown>) => ({ data: { userId: 9 } }));
const never = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', never));
afterEach(() => void vi.unstubAllGlobals());
inPlace(user, {
  addUser: (form: Record<string, unknown>) => added(form),
  fetchUserChoices: async () => ({ roles: [], posts: [] }),
});
inPlace(profile, {
  passwordRulesQuery: () => ({
    queryKey: ['rules'],
    queryFn: () => ({ rules: ['10 到 64 个字符'], least: 10, chrtype: '0' }),
  }),
});
inPlace(depts, {
  useDeptTree: () => ({ data: [{ id: 1, label: '局机关' }], error: null, refetch: async () => {} }),
});
inPlace(dicts, { useDict: () => [] });

const within = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>{children}</App>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('proposes a password that goes nowhere but with the form', async () => {
  const saved = vi.fn();
  within(<UserDialog userId={null} deptId={1} onSaved={saved} onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText('用户名'), 'qiansun');
  await userEvent.type(screen.getByLabelText('姓名'), '钱孙');
  await userEvent.click(await screen.findByRole('button', { name: '生成' }));
  const field = screen.getByLabelText<HTMLInputElement>('密码');
  const password = field.value;
  expect(password.length).toBeGreaterThanOrEqual(10);
  expect(field.type).toBe('text');
  expect(never).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => expect(added).toHaveBeenCalledOnce());
  expect(added.mock.calls[0]?.[0]).toMatchObject({ userName: 'qiansun', password });
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved).toHaveBeenCalledWith({ name: '钱孙', userName: 'qiansun', initial: { account: 'qiansun', password } });
  expect(never).not.toHaveBeenCalled();
  for (const kept of [localStorage, sessionStorage]) expect(JSON.stringify({ ...kept })).not.toContain(password);
});

it('prints a slip for the person, once, and keeps nothing', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  within(<SecretNote person="赵钱孙" account="zhaoqs" password="Kp7-vmtq=Wn4hx" />);
  await userEvent.click(screen.getByRole('button', { name: /打印/ }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const slip = screen.getByTestId('paper');
  for (const word of ['赵钱孙', 'zhaoqs', 'Kp7-vmtq=Wn4hx', window.location.origin, '首次登录须修改密码'])
    expect(slip).toHaveTextContent(word);
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(screen.queryByText('账号开通通知')).toBeNull());
  for (const kept of [localStorage, sessionStorage]) expect(JSON.stringify({ ...kept })).not.toContain('Kp7-vmtq');
  expect(never).not.toHaveBeenCalled();
});
