import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { Sider } from './Sider';

const node = (key: string, title: string, children: MenuNode[] = []): MenuNode => ({
  ...{ key, title, icon: '', target: key, pinyin: [], children },
});
const tree = (more: MenuNode[] = []) => [
  node('/fin', '收缴管理', [node('/fin/bill', '账单管理')]),
  node('/reg', '登记台账', [node('/reg/one', '信访台账'), ...more]),
];

it('a menu that is read again keeps the group that a person has opened', async () => {
  const read = (more?: MenuNode[]) =>
    act(() => useSession.setState((state) => ({ menu: { ...state.menu, tree: tree(more) } })));
  read();
  render(
    <MemoryRouter>
      <Sider active="/fin/bill" collapsed={false} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('menuitem', { name: '登记台账' }));
  read([node('/reg/two', '车辆台账')]);
  expect(screen.getByRole('menuitem', { name: '信访台账' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: '车辆台账' })).toBeVisible();
});
