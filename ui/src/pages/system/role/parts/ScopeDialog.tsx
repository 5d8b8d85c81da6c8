import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { fetchRole, fetchRoleDepts, type GrantNode, type RoleRow, saveDataScope } from '@/api/role';
import { EntityDialog } from '@/features/records/EntityDialog';
import styles from '@/ui/form-dialog.module.css';
import { type Grants, GrantTree } from './GrantTree';
import { withoutHalf, withParents } from './grants';
import { CUSTOM_SCOPE, SCOPE_OPTIONS } from './scopes';

interface ScopeDialogProps {
  role: RoleRow;
  onClose: () => void;
}

interface Values {
  dataScope: string;
  grants: Grants;
}

/** Which rows of data the holders of a role reach. */
export default function ScopeDialog({ role, onClose }: ScopeDialogProps) {
  const { roleId, roleName, roleKey } = role;
  const [depts, setDepts] = useState<readonly GrantNode[]>([]);
  const load = async (): Promise<Values> => {
    const [{ dataScope, deptCheckStrictly: linked }, tree] = await Promise.all([
      fetchRole(roleId),
      fetchRoleDepts(roleId),
    ]);
    setDepts(tree.depts);
    return {
      dataScope,
      grants: { linked, ids: linked ? [...withAll(tree.depts, tree.checkedKeys)] : tree.checkedKeys },
    };
  };
  const save = ({ dataScope, grants }: Partial<Values>) => {
    const { ids, linked } = grants ?? { ids: [], linked: true };
    const deptIds = linked ? withoutHalf(depts, new Set(ids)) : [...ids];
    const chosen = dataScope === CUSTOM_SCOPE ? deptIds : [];
    return saveDataScope({
      ...{ roleId, roleName, roleKey, deptCheckStrictly: linked },
      ...{ dataScope: dataScope ?? '', deptIds: chosen },
    });
  };
  return (
    <EntityDialog<Values>
      title="数据权限"
      noun="角色"
      id={roleId}
      load={load}
      save={save}
      onClose={onClose}
      width={560}
    >
      <Form.Item label="角色" className={styles.wide}>
        <Input value={`${roleName}（${roleKey}）`} aria-label="角色" disabled />
      </Form.Item>
      <Form.Item name="dataScope" label="数据范围" className={styles.wide}>
        <Select options={SCOPE_OPTIONS} autoFocus />
      </Form.Item>
      <Form.Item noStyle dependencies={['dataScope']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="grants"
            label="数据部门"
            className={styles.wide}
            hidden={getFieldValue('dataScope') !== CUSTOM_SCOPE}
          >
            <GrantTree noun="部门" nodes={depts} open />
          </Form.Item>
        )}
      </Form.Item>
    </EntityDialog>
  );
}

/** Departments with the parents whose children are all chosen: a linked tree means those as well. */
const withAll = (depts: readonly GrantNode[], checked: readonly number[]) => withParents(depts, new Set(checked));
