import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { Sider } from './Sider';

const leaf = (key: string, title: string): MenuNode => ({
  ...{ key, title, icon: '', target: key, pinyin: [], children: [] },
});
const group = (key: string, title: string, children: MenuNode[]): MenuNode => ({ ...leaf(key, title), children });

/** A menu as it comes from the server: new objects every time. */
function shows(registers: string[]): void {
  const tree = [
    group('/system', '系统管理', [leaf('/system/user', '用户管理')]),
    group(
      '/reg',
      '登记台账',
      registers.map((name) => leaf(`/reg/${name}`, name)),
    ),
  ];
  useSession.setState(({ menu }) => ({ menu: { ...menu, tree } }));
}

it('a menu that is read again shuts nothing that somebody opened', async () => {
  shows(['车辆']);
  render(
    <MemoryRouter>
      <Sider active="/system/user" collapsed={false} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('menuitem', { name: '登记台账' }));
  expect(screen.getByRole('menuitem', { name: '车辆' })).toBeVisible();
  act(() => shows(['车辆', '隐患']));
  expect(screen.getByRole('menuitem', { name: '隐患' })).toBeVisible();
});
