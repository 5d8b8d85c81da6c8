import { expect, it } from 'vitest';
import type { MenuRow } from '@/api/menu';
import { BLANK, type MenuValues, pathCheck, queryCheck, toMenu, toValues } from './form';

const FULL: MenuValues = {
  ...BLANK,
  ...{ menuType: 'C', parentId: 3, menuName: ' 岗位 ', path: 'post', component: 'system/post/index', icon: 'post' },
  ...{ query: '{"a":1}', routeName: 'Post', perms: 'system:post:list', cached: false, visible: '1' },
};

const MADE = { createBy: 'admin', createTime: null, updateBy: '', updateTime: null, parentName: null };

it('sends everything of a page', () => {
  expect(toMenu(FULL, 'r')).toMatchObject({
    ...{ menuName: '岗位', parentId: 3, component: 'system/post/index', perms: 'system:post:list', isCache: '1' },
    ...{ isFrame: '1', visible: '1', query: '{"a":1}', remark: 'r' },
  });
});

it('leaves out what a type does not have', () => {
  expect(toMenu({ ...FULL, menuType: 'M', external: true }, undefined)).toMatchObject({
    ...{ component: '', perms: '', query: '', routeName: '', isCache: '0', isFrame: '0', path: 'post', icon: 'post' },
  });
  expect(toMenu({ ...FULL, menuType: 'F', external: true, parentId: null }, undefined)).toMatchObject({
    ...{ path: '', icon: '', component: '', isFrame: '1', visible: '0', perms: 'system:post:list', parentId: 0 },
  });
});

it('comes back as it was read', () => {
  const row: MenuRow = { ...MADE, menuId: 7, ...toMenu(FULL, 'r'), remark: 'r' };
  expect(toMenu(toValues(row), row.remark)).toEqual(toMenu(FULL, 'r'));
  expect(toValues({ ...row, parentId: 0 })).not.toHaveProperty('parentId');
});

it.each([
  ['user', false, ''],
  ['', false, '请填写路由地址'],
  ['', true, '请填写链接地址'],
  ['http://a.cn', true, ''],
  ['www.a.cn', true, '地址必须以http(s)://开头'],
])('checks the address «%s»', (path, external, complaint) => {
  expect(pathCheck(path, external)).toBe(complaint);
});

it.each(['', '{}', '{"a":1}'])('takes the parameters %s', (text) => expect(queryCheck(text)).toBe(''));
it.each(['a=1', '[1]', '1', 'null'])('refuses the parameters %s', (text) => expect(queryCheck(text)).not.toBe(''));
