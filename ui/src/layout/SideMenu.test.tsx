import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { MenuNode } from '@/lib/menu';
import { SideMenu } from './SideMenu';

const leaf = (key: string, title: string, target = key): MenuNode => ({
  key,
  title,
  icon: '',
  target,
  pinyin: [],
  children: [],
});
const NODES: readonly MenuNode[] = [
  { ...leaf('/fin', '收缴管理', ''), children: [leaf('/fin/bill', '账单管理'), leaf('/fin/receipt', '收款登记')] },
  { ...leaf('/system', '系统管理', ''), children: [leaf('/system/user', '用户管理')] },
  leaf('http://outside.example/', '外部系统'),
];

function Menu({ folded = false, onChoose = () => {} }: { folded?: boolean; onChoose?: (target: string) => void }) {
  const [openKeys, setOpenKeys] = useState(folded ? [] : ['/fin']);
  return (
    <SideMenu
      nodes={NODES}
      withHome
      active="/fin/bill"
      folded={folded}
      openKeys={openKeys}
      onOpen={setOpenKeys}
      onChoose={onChoose}
    />
  );
}

const entry = (name: string) => screen.getByRole('menuitem', { name });

it('one group of a level is open at a time', async () => {
  render(<Menu />);
  await userEvent.click(entry('系统管理'));
  expect(entry('用户管理')).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: '账单管理' })).toBeNull();
  await userEvent.click(entry('系统管理'));
  expect(screen.queryByRole('menuitem', { name: '用户管理' })).toBeNull();
});

it('the keyboard stops at the page that is shown, walks by arrows, opens and closes groups', async () => {
  const onChoose = vi.fn();
  render(<Menu onChoose={onChoose} />);
  await userEvent.tab();
  expect(entry('账单管理')).toHaveFocus();
  expect(entry('账单管理')).toHaveAttribute('aria-current', 'page');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('/fin/receipt');
  await userEvent.keyboard('{ArrowLeft}');
  expect(entry('收缴管理')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(entry('收缴管理')).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(entry('用户管理')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(entry('统计报表')).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});

it('a page is a link, so that it can be opened in a window of its own; another site always is', async () => {
  const onChoose = vi.fn();
  render(<Menu onChoose={onChoose} />);
  expect(entry('账单管理')).toHaveAttribute('href', '/gx_portal/fin/bill');
  expect(entry('外部系统')).toHaveAttribute('target', '_blank');
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(entry('账单管理'));
  expect(onChoose).not.toHaveBeenCalled();
});

it('a folded menu opens a group under the mouse, keeps it at a click, and shuts it on leaving and by Escape', async () => {
  render(<Menu folded />);
  await userEvent.hover(entry('收缴管理'));
  expect(entry('账单管理')).toBeVisible();
  await userEvent.click(entry('收缴管理'));
  expect(entry('账单管理')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menuitem', { name: '账单管理' })).toBeNull();
  await userEvent.unhover(entry('收缴管理'));
  await userEvent.hover(entry('收缴管理'));
  await userEvent.unhover(screen.getByRole('menu'));
  expect(screen.queryByRole('menuitem', { name: '账单管理' })).toBeNull();
});
