import { App, Form, type FormInstance, Input, Radio, Switch } from 'antd';
import { useMemo } from 'react';
import { addMenu, editMenu, fetchMenu, listMenus, type MenuRow, type MenuType } from '@/api/menu';
import { useDict } from '@/api/useDict';
import { dictOptions } from '@/lib/dict';
import { asRule, requiredText } from '@/lib/rules';
import { useFormSource } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import { nest, type TreeRow } from '@/ui/list/tree';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';
import type { ChoiceNode } from '@/ui/SearchedTree';
import { TreeChoice } from '@/ui/TreeChoice';
import { BLANK, type MenuValues, NO, pathCheck, queryCheck, ROOT, TYPES, toMenu, toValues, YES } from './form';
import { IconPicker } from './IconPicker';

const LINKS = { idOf: ({ menuId }: MenuRow) => menuId, parentOf: ({ parentId }: MenuRow) => parentId };
const SHOWN_OPTIONS = [
  { value: YES, label: '显示' },
  { value: NO, label: '隐藏' },
];

/** Directories and pages as parents; never the entry itself or one below it. */
function toChoices(nodes: readonly TreeRow<MenuRow>[], without: number | null): ChoiceNode[] {
  return nodes
    .filter(({ menuId, menuType }) => menuType !== 'F' && menuId !== without)
    .map(({ menuId, menuName, children }) => {
      const below = toChoices(children ?? [], without);
      return { id: menuId, label: menuName, ...(below.length > 0 && { children: below }) };
    });
}

/** What a new entry below another one most likely is. */
function likelyType(parent: MenuRow | undefined): MenuType {
  if (!parent) return 'M';
  return parent.menuType === 'M' ? 'C' : 'F';
}

async function loadForm(menuId: number | null, parentId: number | undefined) {
  if (menuId !== null) {
    const [all, menu] = await Promise.all([listMenus({}), fetchMenu(menuId)]);
    return { all, values: toValues(menu), remark: menu.remark };
  }
  const all = await listMenus({});
  const siblings = all.filter((menu) => menu.parentId === (parentId ?? ROOT));
  const values: MenuValues = {
    ...BLANK,
    menuType: likelyType(all.find((menu) => menu.menuId === parentId)),
    orderNum: Math.max(0, ...siblings.map((menu) => menu.orderNum)) + 1,
    ...(parentId && { parentId }),
  };
  return { all, values, remark: undefined };
}

/** Where a directory or page leads. */
function AddressFields({ form, isPage }: { form: FormInstance<MenuValues>; isPage: boolean }) {
  const external = Form.useWatch('external', form) ?? form.getFieldValue('external') ?? false;
  return (
    <>
      <Form.Item name="external" label="外部链接" valuePropName="checked" tooltip="打开时在新窗口访问外部网址">
        <Switch />
      </Form.Item>
      <Form.Item
        name="path"
        label={external ? '链接地址' : '路由地址'}
        required
        dependencies={['external']}
        rules={[asRule((value) => pathCheck(value, external))]}
      >
        <Input maxLength={200} placeholder={external ? 'https://' : '例如 user'} autoComplete="off" />
      </Form.Item>
      {isPage && (
        <>
          <Form.Item name="component" label="组件路径" tooltip="页面文件的位置，例如 system/user/index">
            <Input maxLength={200} placeholder="例如 system/user/index" autoComplete="off" />
          </Form.Item>
          <Form.Item name="routeName" label="路由名称" tooltip="留空时由路由地址得出">
            <Input maxLength={50} autoComplete="off" />
          </Form.Item>
          <Form.Item name="query" label="路由参数" rules={[asRule(queryCheck)]}>
            <Input maxLength={255} placeholder='例如 {"id": 1}' autoComplete="off" />
          </Form.Item>
          <Form.Item name="cached" label="保留页面" valuePropName="checked" tooltip="切换标签后保留已填写的内容">
            <Switch />
          </Form.Item>
        </>
      )}
    </>
  );
}

function MenuFields({ form, choices }: { form: FormInstance<MenuValues>; choices: ChoiceNode[] }) {
  const states = useDict('sys_normal_disable');
  const type = Form.useWatch('menuType', form) ?? form.getFieldValue('menuType') ?? 'M';
  return (
    <>
      <TreeChoice name="parentId" label="上级菜单" nodes={choices} allowClear placeholder="无（顶级）" />
      <Form.Item name="menuType" label="菜单类型">
        <Radio.Group options={TYPES} optionType="button" />
      </Form.Item>
      <Form.Item name="menuName" label={type === 'F' ? '按钮名称' : '菜单名称'} rules={[requiredText('菜单名称')]}>
        <Input maxLength={50} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="orderNum" label="显示顺序" rules={requiredNumeric()}>
        <IntegerInput min={0} max={99999} />
      </Form.Item>
      {type !== 'F' && <AddressFields form={form} isPage={type === 'C'} />}
      {type !== 'M' && (
        <Form.Item name="perms" label="权限标识" tooltip="服务器检查的权限，例如 system:user:list">
          <Input maxLength={100} placeholder="例如 system:user:list" autoComplete="off" />
        </Form.Item>
      )}
      {type !== 'F' && (
        <>
          <Form.Item name="icon" label="菜单图标">
            <IconPicker />
          </Form.Item>
          <Form.Item name="visible" label="显示状态" tooltip="隐藏后不出现在侧边菜单中，仍可以访问">
            <Radio.Group options={SHOWN_OPTIONS} />
          </Form.Item>
          <Form.Item name="status" label="菜单状态" tooltip="停用后不出现在侧边菜单中，也不能访问">
            <Radio.Group options={dictOptions(states)} />
          </Form.Item>
        </>
      )}
    </>
  );
}

interface MenuDialogProps {
  /** Null = a new entry. */
  menuId: number | null;
  parentId?: number;
  onClose: () => void;
}

/** Adds or changes an entry of the menu; the fields depend on its type. */
export default function MenuDialog({ menuId, parentId, onClose }: MenuDialogProps) {
  const { message } = App.useApp();
  const loaded = useFormSource(['menu', menuId, parentId], () => loadForm(menuId, parentId));
  const choices = useMemo(() => toChoices(nest(loaded.data?.all ?? [], LINKS), menuId), [loaded.data, menuId]);
  const save = async (values: MenuValues) => {
    // fields that are not shown for the type keep the values they were loaded with
    const menu = toMenu({ ...BLANK, ...loaded.data?.values, ...values }, loaded.data?.remark);
    await (menuId === null ? addMenu(menu) : editMenu({ ...menu, menuId }));
    void message.success('保存成功，刷新页面后侧边菜单随之更新');
  };
  return (
    <FormDialog<MenuValues>
      title={menuId === null ? '新增菜单' : '修改菜单'}
      width={680}
      initial={loaded.data?.values}
      source={loaded}
      save={save}
      onClose={onClose}
    >
      {(form) => <MenuFields form={form} choices={choices} />}
    </FormDialog>
  );
}
