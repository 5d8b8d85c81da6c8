/** The departments are chosen one by one. */
export const CUSTOM_SCOPE = '2';

const SCOPES: Readonly<Record<string, string>> = {
  '1': '全部数据权限',
  '2': '自定数据权限',
  '3': '本部门数据权限',
  '4': '本部门及以下数据权限',
  '5': '仅本人数据权限',
};

export const SCOPE_OPTIONS = Object.entries(SCOPES).map(([value, label]) => ({ value, label }));

export const scopeLabel = (scope: string): string => SCOPES[scope] ?? scope;
