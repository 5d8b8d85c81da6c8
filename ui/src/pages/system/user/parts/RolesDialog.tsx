import { Checkbox, Form } from 'antd';
import { useMemo } from 'react';
import { fetchHeldRoles, grantRoles, type UserRow } from '@/api/user';
import { useFormSource } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import formDialogStyles from '@/ui/form-dialog.module.css';
import styles from './user.module.css';

const DISABLED = '1';

interface RolesDialogProps {
  user: UserRow;
  onSaved: () => void;
  onClose: () => void;
}

/** The roles of a person, all of them at once. */
export default function RolesDialog({ user, onSaved, onClose }: RolesDialogProps) {
  const loaded = useFormSource(['user', 'roles', user.userId], () => fetchHeldRoles(user.userId));
  const roles = loaded.data?.roles;
  const initial = useMemo(
    () => roles && { roleIds: roles.filter(({ flag }) => flag).map(({ roleId }) => roleId) },
    [roles],
  );
  const save = async ({ roleIds }: { roleIds: number[] }) => {
    await grantRoles(user.userId, roleIds);
    onSaved();
  };
  // a disabled role gives nothing: it may be taken away, but not given
  const options = (roles ?? []).map(({ roleId, roleName, roleKey, status, flag }) => ({
    value: roleId,
    disabled: status === DISABLED && !flag,
    label: (
      <>
        {roleName}
        <small className="t3"> {status === DISABLED ? '已停用' : roleKey}</small>
      </>
    ),
  }));
  return (
    <FormDialog title="分配角色" width={520} initial={initial} source={loaded} save={save} onClose={onClose}>
      <p className={`${formDialogStyles.wide} t2`}>
        为“{user.realName}（{user.userName}）”选择角色，保存后立即生效。
      </p>
      <Form.Item className={formDialogStyles.wide} name="roleIds" label="角色" style={{ marginTop: 12 }}>
        <Checkbox.Group className={styles.roleBoxes} options={options} />
      </Form.Item>
    </FormDialog>
  );
}
