import { Form, Select } from 'antd';
import { roleOptionsQuery } from '@/api/role';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import formStyles from '@/ui/form-dialog.module.css';

/** Who works with a register from its publication on. */
export function RolesField({ extra }: { extra: string }) {
  const roles = useQuery(roleOptionsQuery());
  return (
    <Form.Item name="roleIds" label="授权角色" className={formStyles.wide} extra={extra}>
      <Select
        mode="multiple"
        options={(roles.data ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))}
        showSearch={{ optionFilterProp: 'label' }}
        {...choiceProps(roles)}
      />
    </Form.Item>
  );
}
