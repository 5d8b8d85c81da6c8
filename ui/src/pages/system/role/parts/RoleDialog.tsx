import { Form, Input, Radio, Switch } from 'antd';
import { useState } from 'react';
import { addRole, editRole, fetchMenuTree, fetchRole, fetchRoleMenus, type GrantNode, type RoleForm } from '@/api/role';
import { useDict } from '@/api/useDict';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';
import { type Grants, GrantTree } from './GrantTree';
import { withParents } from './grants';

interface RoleDialogProps {
  roleId: number | null;
  onClose: () => void;
}

type Values = Omit<RoleForm, 'menuIds' | 'menuCheckStrictly'> & { grants: Grants };

async function load(roleId: number | null) {
  if (roleId === null) {
    const values: Partial<Values> = { roleSort: 0, status: IN_USE, grants: { ids: [], linked: true } };
    return { menus: await fetchMenuTree(), values };
  }
  const [role, { checkedKeys, menus }] = await Promise.all([fetchRole(roleId), fetchRoleMenus(roleId)]);
  const { roleName, roleKey, roleSort, status, remark, secondFactor, menuCheckStrictly: linked } = role;
  // of a linked tree the server leaves the parents out
  const ids = linked ? [...withParents(menus, new Set(checkedKeys))] : checkedKeys;
  const values: Partial<Values> = {
    roleName,
    roleKey,
    roleSort,
    status,
    secondFactor,
    remark: remark ?? '',
    grants: { ids, linked },
  };
  return { menus, values };
}

function checkKey(_rule: unknown, value: string | undefined): Promise<void> {
  const reserved = (value ?? '').split(',').some((key) => key.trim().toLowerCase() === 'admin');
  return reserved ? Promise.reject(new Error('权限字符不能使用 admin')) : Promise.resolve();
}

/** Adds or changes a role with its menus. */
export default function RoleDialog({ roleId, onClose }: RoleDialogProps) {
  const states = useDict('sys_normal_disable');
  const [menus, setMenus] = useState<readonly GrantNode[]>([]);
  const start = async () => {
    const { menus: all, values } = await load(roleId);
    setMenus(all);
    return values;
  };
  const save = ({ grants, ...rest }: Values) => {
    const role: RoleForm = { ...rest, menuIds: [...grants.ids], menuCheckStrictly: grants.linked };
    return roleId === null ? addRole(role) : editRole({ ...role, roleId });
  };
  return (
    <EntityDialog<Values> noun="角色" id={roleId} load={start} save={save} onClose={onClose}>
      <Form.Item name="roleName" label="角色名称" rules={[requiredText('角色名称')]}>
        <Input maxLength={30} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item
        name="roleKey"
        label="权限字符"
        validateFirst
        rules={[requiredText('权限字符'), { validator: checkKey }]}
      >
        <Input maxLength={100} autoComplete="off" placeholder="如 finance" />
      </Form.Item>
      <Form.Item name="roleSort" label="显示顺序" rules={requiredNumeric()}>
        <IntegerInput min={0} max={9999} />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item
        name="secondFactor"
        label="需要动态口令"
        valuePropName="checked"
        extra="参数“账号安全-动态口令”不为 off 时生效"
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="grants"
        label="菜单权限"
        className={styles.wide}
        extra={roleId === null ? '新角色先只看到本人的数据，保存后在“数据权限”中放宽' : undefined}
      >
        <GrantTree noun="菜单" nodes={menus} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </EntityDialog>
  );
}
