import type { MenuForm, MenuRow, MenuType } from '@/api/menu';

type Texts = 'path' | 'component' | 'query' | 'routeName' | 'perms' | 'icon';

/** What the form has fields for. */
export type MenuValues = Pick<MenuRow, 'menuType' | 'menuName' | 'orderNum' | Texts | 'visible' | 'status'> & {
  parentId?: number | null;
  external: boolean;
  cached: boolean;
};

export const YES = '0';
export const NO = '1';
export const ROOT = 0;

export const TYPES: { value: MenuType; label: string }[] = [
  { value: 'M', label: '目录' },
  { value: 'C', label: '菜单' },
  { value: 'F', label: '按钮' },
];

export const BLANK: MenuValues = {
  ...{ menuType: 'M', menuName: '', orderNum: 1, path: '', component: '', query: '', routeName: '', perms: '' },
  ...{ icon: '', visible: YES, status: YES, external: false, cached: true },
};

export function toValues(menu: MenuRow): MenuValues {
  const { menuId: _id, createTime: _time, isFrame, isCache, parentId, ...rest } = menu;
  return { ...rest, external: isFrame === YES, cached: isCache === YES, ...(parentId !== ROOT && { parentId }) };
}

const flag = (on: boolean): string => (on ? YES : NO);

/**
 * The entry to save: fields its type does not have are empty (contract 3.3), so that a button that was a page before
 * leaves no address behind.
 */
export function toMenu(values: MenuValues, remark: string | undefined) {
  const { external, cached, parentId, ...given } = values;
  const { menuType } = given;
  const isPage = menuType === 'C';
  const isButton = menuType === 'F';
  const text = (value: string | undefined) => (value ?? '').trim();
  return {
    menuType,
    parentId: parentId ?? ROOT,
    menuName: text(given.menuName),
    orderNum: given.orderNum,
    icon: isButton ? '' : text(given.icon),
    path: isButton ? '' : text(given.path),
    component: isPage ? text(given.component) : '',
    query: isPage ? text(given.query) : '',
    routeName: isPage ? text(given.routeName) : '',
    perms: menuType === 'M' ? '' : text(given.perms),
    isFrame: flag(!isButton && external),
    isCache: flag(!isPage || cached),
    visible: isButton ? YES : given.visible,
    status: isButton ? YES : given.status,
    ...(remark !== undefined && { remark }),
  } satisfies MenuForm;
}

export function pathCheck(path: string, external: boolean): string {
  if (path.trim() === '') return external ? '请填写链接地址' : '请填写路由地址';
  return external && !/^https?:\/\//.test(path.trim()) ? '地址必须以http(s)://开头' : '';
}

/** Fixed parameters of a page: empty, or the JSON text of an object. */
export function queryCheck(query: string): string {
  if (query.trim() === '') return '';
  try {
    const parsed: unknown = JSON.parse(query);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return '';
  } catch {
    // the sentence below says it
  }
  return '路由参数须是 JSON 对象，例如 {"id": 1}';
}
