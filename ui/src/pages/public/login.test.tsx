import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import * as auth from '@/api/auth';
import { fetchCaptcha, signIn } from '@/api/auth';
import { ApiError } from '@/api/errors';
import * as lostSession from '@/lib/lostSession';
import { inPlace } from '@/test/inPlace';
import Login from './login';

inPlace(auth, { fetchCaptcha: () => {}, fetchPortalInfo: () => new Promise(() => {}), signIn: () => {} });

beforeEach(() => {
  vi.mocked(fetchCaptcha)
    .mockReset()
    .mockResolvedValue({ captchaEnabled: true, captchaOnOff: true, uuid: 'u1', img: '' });
  vi.mocked(signIn).mockReset();
});

async function fillIn() {
  render(<Login />, { wrapper: MemoryRouter });
  await screen.findByAltText('验证码图片');
  await userEvent.type(screen.getByLabelText('用户名'), ' zhang ');
  await userEvent.type(screen.getByLabelText('密码'), 'secret-1');
  await userEvent.type(screen.getByLabelText('验证码'), '12');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
}

it('asks for what is missing before asking the server', async () => {
  render(<Login />, { wrapper: MemoryRouter });
  await screen.findByAltText('验证码图片');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(screen.getByText('请填写用户名')).toBeVisible();
  expect(signIn).not.toHaveBeenCalled();
});

it('gives the reason of a lock in words and a new captcha', async () => {
  vi.mocked(signIn).mockRejectedValue(new ApiError(500, '密码输入错误5次，帐户锁定10分钟'));
  await fillIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('密码输入错误5次，帐户锁定10分钟');
  expect(fetchCaptcha).toHaveBeenCalledTimes(2);
  expect(screen.getByLabelText('验证码')).toHaveValue('');
  expect(screen.getByLabelText('密码')).toHaveValue('secret-1');
});

it('puts a complaint about the captcha beside the captcha', async () => {
  vi.mocked(signIn).mockRejectedValue(new ApiError(500, '验证码错误'));
  await fillIn();
  expect(await screen.findByText('验证码错误')).toBeVisible();
  expect(screen.getByLabelText('验证码')).toBeInvalid();
});

it('sends the trimmed name, password and the answer with its captcha', async () => {
  vi.mocked(signIn).mockResolvedValue('token');
  await fillIn();
  expect(signIn).toHaveBeenCalledWith({ username: 'zhang', password: 'secret-1', code: '12', uuid: 'u1' });
});

it('says that the session was over to who was brought here by it, until the next try', async () => {
  const took = vi.spyOn(lostSession, 'takeLostSession').mockReturnValueOnce(true);
  render(<Login />, { wrapper: MemoryRouter });
  expect(await screen.findByRole('alert')).toHaveTextContent('登录状态已失效，请重新登录');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(screen.queryByText('登录状态已失效，请重新登录')).toBeNull();
  took.mockRestore();
});
