import { Form, Input, Radio, Select } from 'antd';
import { useMemo, useState } from 'react';
import { passwordRulesQuery } from '@/api/profile';
import { useDict } from '@/api/useDict';
import {
  addUser,
  editUser,
  fetchUser,
  fetchUserChoices,
  type UserChoices,
  type UserForm,
  type UserRow,
} from '@/api/user';
import { useDeptTree } from '@/features/DeptTree/tree';
import { dictOptions } from '@/lib/dict';
import { proposePassword } from '@/lib/proposePassword';
import {
  asRule,
  emailCheck,
  passwordCheck,
  phoneCheck,
  requiredChoice,
  requiredText,
  unlessShown,
  userNameCheck,
} from '@/lib/rules';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import { fillIn } from '@/ui/fillIn';
import styles from '@/ui/form-dialog.module.css';
import { TreeChoice } from '@/ui/TreeChoice';
import { scopeLabel } from '../../role/parts/scopes';

const DISABLED = '1';

/** Answer of a saved form. */
export interface Saved {
  name: string;
  /** Of a new person, so that the list can show him. */
  userName?: string;
  /** What he signs in with for the first time; it is shown once, and kept nowhere. */
  initial?: { account: string; password: string };
}

interface UserDialogProps {
  /** Null = a new person. */
  userId: number | null;
  /** Department a new person starts with. */
  deptId?: number;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

/** These two the form always has. */
type Values = UserForm & Pick<UserRow, 'userName' | 'realName'>;

/** What the dialog starts from: choices of roles and posts, and the person's data when there is a person. */
async function loadForm({ userId, deptId }: { userId: number | null; deptId?: number }) {
  if (userId === null) {
    const choices = await fetchUserChoices();
    const blank: Partial<Values> = { status: '0', sex: '2', postIds: [], roleIds: [], ...(deptId && { deptId }) };
    return { choices, values: blank };
  }
  const { data, postIds, roleIds, roles, posts } = await fetchUser(userId);
  const { userName, realName, phonenumber, email, sex, status, remark } = data;
  const own = data.deptId ?? data.dept?.deptId;
  const values: Partial<Values> = {
    ...{ userName, realName, phonenumber, email, sex, status, remark },
    ...{ postIds: postIds ?? [], roleIds: roleIds ?? [] },
    ...(own !== undefined && { deptId: own }),
  };
  return { choices: { roles, posts } satisfies UserChoices, values };
}

const NO_CHOICES: UserChoices = { roles: [], posts: [] };

/** Adds or changes a person. */
export default function UserDialog({ userId, deptId, onSaved, onClose }: UserDialogProps) {
  const isNew = userId === null;
  const tree = useDeptTree();
  const sexes = useDict('sys_user_sex');
  const states = useDict('sys_normal_disable');
  const known = useQuery(passwordRulesQuery()).data;
  const [shown, setShown] = useState(false);
  const loaded = useFormSource(['user', userId, deptId], () =>
    loadForm({ userId, ...(deptId !== undefined && { deptId }) }),
  );
  const { roles, posts } = loaded.data?.choices ?? NO_CHOICES;
  const roleOptions = useMemo(
    () =>
      roles.map(({ roleId, roleName, dataScope, status }) => ({
        value: roleId,
        label: `${roleName}（${scopeLabel(dataScope)}）`,
        disabled: status === DISABLED,
      })),
    [roles],
  );
  const postOptions = useMemo(
    () =>
      posts.map(({ postId, postName, status }) => ({ value: postId, label: postName, disabled: status === DISABLED })),
    [posts],
  );
  const save = async (values: Values) => {
    if (!isNew) {
      await editUser({ ...values, userId });
      onSaved({ name: values.realName });
      return;
    }
    const { password, ...rest } = values;
    const { data } = await addUser({ ...rest, ...(password && { password }) });
    // typed, proposed here or made up by the server
    const initial = password || data?.initialPassword;
    onSaved({
      name: values.realName,
      userName: values.userName,
      ...(initial && { initial: { account: values.userName, password: initial } }),
    });
  };
  return (
    <FormDialog<Values>
      title={isNew ? '新增用户' : '修改用户'}
      initial={loaded.data?.values}
      source={loaded}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item name="userName" label="用户名" rules={[requiredText('用户名'), asRule(userNameCheck)]}>
            <Input maxLength={30} disabled={!isNew} autoComplete="off" autoFocus={isNew} />
          </Form.Item>
          <Form.Item name="realName" label="姓名" rules={[requiredText('姓名')]}>
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
          <TreeChoice
            name="deptId"
            label="归属部门"
            nodes={tree.data ?? []}
            source={tree}
            rules={[requiredChoice('归属部门')]}
          />
          <Form.Item
            name="phonenumber"
            label="手机号码"
            rules={[asRule(unlessShown(phoneCheck, loaded.data?.values.phonenumber))]}
          >
            <Input maxLength={11} inputMode="tel" autoComplete="off" />
          </Form.Item>
          <Form.Item name="email" label="邮箱" rules={[asRule(emailCheck)]}>
            <Input maxLength={50} autoComplete="off" />
          </Form.Item>
          {isNew && (
            <Form.Item
              name="password"
              label="密码"
              tooltip={known?.rules.join('；')}
              rules={[asRule((value) => passwordCheck(value, form.getFieldValue('userName') ?? '', known?.least))]}
              extra={
                known && (
                  <button
                    type="button"
                    className="link"
                    onClick={() => {
                      fillIn(form, { password: proposePassword(known, form.getFieldValue('userName') ?? '') });
                      setShown(true);
                    }}
                  >
                    生成
                  </button>
                )
              }
            >
              <Input.Password
                autoComplete="new-password"
                placeholder="留空则自动生成"
                visibilityToggle={{ visible: shown, onVisibleChange: setShown }}
              />
            </Form.Item>
          )}
          <Form.Item name="sex" label="性别">
            <Radio.Group options={dictOptions(sexes)} />
          </Form.Item>
          <Form.Item name="status" label="状态">
            <Radio.Group options={dictOptions(states)} />
          </Form.Item>
          <Form.Item name="postIds" label="岗位">
            <Select
              mode="multiple"
              options={postOptions}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择"
              allowClear
            />
          </Form.Item>
          <Form.Item name="roleIds" label="角色">
            <Select
              mode="multiple"
              options={roleOptions}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择"
              allowClear
            />
          </Form.Item>
          <Form.Item name="remark" label="备注" className={styles.wide}>
            <Input.TextArea rows={2} maxLength={500} showCount />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
