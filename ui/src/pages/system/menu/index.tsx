import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { listMenus, type MenuRow, removeMenu, sortMenus } from '@/api/menu';
import { useDict } from '@/api/useDict';
import { type DictEntry, dictOptions } from '@/lib/dict';
import { Can } from '@/ui/Can';
import { DictTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { TreeListPage } from '@/ui/list/TreeListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { MenuIcon } from '@/ui/menuIcons';
import { useConfirm } from '@/ui/useConfirm';
import styles from './parts/menu.module.css';

const MenuDialog = lazy(() => import('./parts/MenuDialog'));

const LIST = 'system-menu';
const DISABLED = '1';
const SHOWN = '0';
const STATE_TONES: Record<string, TagTone> = { '0': 'ok', '1': 'off' };
const TYPE_NAMES = { M: '目录', C: '菜单', F: '按钮' } as const;
const SORTING = { permission: 'system:menu:edit', save: sortMenus };

const idOf = ({ menuId }: MenuRow): number => menuId;
const parentOf = ({ parentId }: MenuRow): number => parentId;
const nameOf = ({ menuName }: MenuRow): string => menuName;

type Dialog = { kind: 'add'; parentId?: number } | { kind: 'edit'; menuId: number };

function menuColumns(states: readonly DictEntry[]): ListColumn<MenuRow>[] {
  return [
    {
      key: 'menuName',
      title: '菜单名称',
      width: 240,
      card: 'title',
      render: ({ menuName, menuType, icon }) => (
        <span className={styles.menuName}>
          {menuType !== 'F' && <MenuIcon name={icon} />}
          {menuName}
        </span>
      ),
    },
    { key: 'orderNum', title: '排序', render: (menu) => menu.orderNum, width: 64 },
    { key: 'perms', title: '权限标识', render: (menu) => menu.perms, width: 190, className: styles.menuCode },
    { key: 'component', title: '组件路径', render: (menu) => menu.component, width: 180, className: styles.menuCode },
    { key: 'path', title: '路由地址', render: (menu) => menu.path, width: 160, optional: true },
    {
      key: 'menuType',
      title: '类型',
      width: 76,
      card: 'state',
      render: ({ menuType }) => <span className={`tag ${menuType === 'C' ? 'blue' : ''}`}>{TYPE_NAMES[menuType]}</span>,
    },
    {
      key: 'status',
      title: '状态',
      width: 88,
      card: 'state',
      render: (menu) => <DictTag entries={states} value={menu.status} tones={STATE_TONES} />,
    },
    {
      key: 'visible',
      title: '显示',
      width: 72,
      render: ({ menuType, visible }) => (menuType === 'F' ? '—' : visible === SHOWN ? '显示' : '隐藏'),
    },
  ];
}

/** 菜单管理. */
export default function MenuPage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const states = useDict('sys_normal_disable');
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const close = () => setDialog(null);
  const remove = (menu: MenuRow) =>
    confirm({
      title: '删除菜单',
      content: `确定要删除${TYPE_NAMES[menu.menuType]}“${menu.menuName}”吗？删除后不能恢复。`,
      okText: '删除',
      danger: true,
      run: () =>
        removeMenu(menu.menuId).then(() => {
          void message.success('删除成功');
        }),
    });
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'menuName', label: '菜单名称', kind: 'text', width: 220 },
      { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 160 },
    ],
    [states],
  );
  const columns = useMemo(() => menuColumns(states), [states]);
  const actions: RowAction<MenuRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: 'system:menu:edit',
      run: ({ menuId }) => setDialog({ kind: 'edit', menuId }),
    },
    {
      key: 'add',
      label: '新增下级',
      permission: 'system:menu:add',
      show: ({ menuType }) => menuType !== 'F',
      run: ({ menuId }) => setDialog({ kind: 'add', parentId: menuId }),
    },
    { key: 'remove', label: '删除', permission: 'system:menu:remove', danger: true, run: remove },
  ];
  return (
    <>
      <TreeListPage<MenuRow>
        name={LIST}
        noun="菜单"
        load={listMenus}
        fields={fields}
        columns={columns}
        actions={actions}
        idOf={idOf}
        parentOf={parentOf}
        rowName={nameOf}
        muted={({ status }) => status === DISABLED}
        reorder={SORTING}
        startOpen={false}
        toolbar={
          <Can permission="system:menu:add">
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
              新增
            </Button>
          </Can>
        }
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'add' && (
          <MenuDialog menuId={null} {...(dialog.parentId && { parentId: dialog.parentId })} onClose={close} />
        )}
        {dialog?.kind === 'edit' && <MenuDialog menuId={dialog.menuId} onClose={close} />}
      </Suspense>
    </>
  );
}
