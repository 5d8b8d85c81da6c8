import { App, Form, Input, Radio } from 'antd';
import { useMemo } from 'react';
import { addDept, type DeptForm, type DeptRow, editDept, fetchDept, listDeptParents, listDepts } from '@/api/dept';
import { useDict } from '@/api/useDict';
import { PersonNameField } from '@/features/PersonPicker/PersonField';
import { dictOptions } from '@/lib/dict';
import { asRule, emailCheck, requiredText } from '@/lib/rules';
import { useFormSource } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { nest, type TreeRow } from '@/ui/list/tree';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';
import type { ChoiceNode } from '@/ui/SearchedTree';
import { TreeChoice } from '@/ui/TreeChoice';

const IN_USE = '0';
const DISABLED = '1';
const ROOT = 0;

export const DEPT_LINKS = {
  idOf: ({ deptId }: DeptRow) => deptId,
  parentOf: ({ parentId }: DeptRow) => parentId,
};

/** Departments as choices for a parent. A disabled one takes no new departments, but stays where it already is. */
function toChoices(nodes: readonly TreeRow<DeptRow>[], own: number | null | undefined): ChoiceNode[] {
  return nodes.map(({ deptId, deptName, status, children }) => ({
    id: deptId,
    label: deptName,
    disabled: status === DISABLED && deptId !== own,
    ...(children && { children: toChoices(children, own) }),
  }));
}

interface DeptDialogProps {
  /** Null = a new department. */
  deptId: number | null;
  /** Where a new one starts. */
  parentId?: number;
  onClose: () => void;
}

/** The form's values and the possible parents. */
async function loadForm(deptId: number | null, parentId: number | undefined) {
  if (deptId === null) {
    const parents = await listDepts({});
    const siblings = parents.filter((dept) => dept.parentId === (parentId ?? ROOT));
    const orderNum = Math.max(0, ...siblings.map((dept) => dept.orderNum ?? 0)) + 1;
    const values: Partial<DeptForm> = { orderNum, status: IN_USE, ...(parentId && { parentId }) };
    return { parents, values };
  }
  const [parents, dept] = await Promise.all([listDeptParents(deptId), fetchDept(deptId)]);
  const { deptName, orderNum, leader, phone, email, status } = dept;
  const values: Partial<DeptForm> = {
    ...{ deptName, orderNum, status, leader: leader ?? '', phone: phone ?? '', email: email ?? '' },
    ...(parents.some((parent) => parent.deptId === dept.parentId) && { parentId: dept.parentId }),
  };
  return { parents, values, parentOutOfSight: dept.parentId !== ROOT && values.parentId === undefined, dept };
}

/** Adds or changes a department. */
export default function DeptDialog({ deptId, parentId, onClose }: DeptDialogProps) {
  const { message } = App.useApp();
  const states = useDict('sys_normal_disable');
  const loaded = useFormSource(['dept', deptId, parentId], () => loadForm(deptId, parentId));
  const own = loaded.data?.values.parentId;
  const choices = useMemo(() => toChoices(nest(loaded.data?.parents ?? [], DEPT_LINKS), own), [loaded.data, own]);
  // a parent beyond the person's data scope is not shown and must not get lost
  const hidden = loaded.data?.parentOutOfSight ? loaded.data.dept?.parentId : undefined;
  const save = async (values: DeptForm) => {
    const dept = { ...values, parentId: values.parentId ?? hidden ?? ROOT };
    await (deptId === null ? addDept(dept) : editDept({ ...dept, deptId }));
    void message.success('保存成功');
  };
  return (
    <FormDialog<DeptForm>
      title={deptId === null ? '新增部门' : '修改部门'}
      initial={loaded.data?.values}
      source={loaded}
      save={save}
      onClose={onClose}
    >
      <TreeChoice
        className={styles.wide}
        name="parentId"
        label="上级部门"
        nodes={choices}
        allowClear
        placeholder={hidden === undefined ? '无（顶级部门）' : '保持现有上级部门'}
      />
      <Form.Item name="deptName" label="部门名称" rules={[requiredText('部门名称')]}>
        <Input maxLength={30} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="orderNum" label="显示顺序" rules={requiredNumeric()}>
        <IntegerInput min={0} max={99999} />
      </Form.Item>
      <Form.Item name="leader" label="负责人">
        <PersonNameField placeholder="请选择负责人" />
      </Form.Item>
      <Form.Item name="phone" label="联系电话">
        <Input maxLength={11} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" rules={[asRule(emailCheck)]}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="status" label="部门状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
    </FormDialog>
  );
}
