import { Form, Input, Radio, Select } from 'antd';
import { addDictData, type DictDataForm, editDictData, fetchDictData } from '@/api/dict';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import { DictTag } from '@/ui/DictTag';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';
import styles from './dict.module.css';

interface DataDialogProps {
  dictType: string;
  dictCode: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const LIST_CLASSES: readonly [string, string][] = [
  ['default', '默认'],
  ['primary', '主要'],
  ['success', '成功'],
  ['info', '信息'],
  ['warning', '警告'],
  ['danger', '危险'],
];

/** Each option is the tag it stands for, so that nobody has to guess what «warning» looks like. */
const CLASS_OPTIONS = LIST_CLASSES.map(([value, name]) => ({
  value,
  label: (
    <span className={styles.classOption}>
      <DictTag entries={[{ dictLabel: name, dictValue: value, listClass: value }]} value={value} />
      <small>{value}</small>
    </span>
  ),
}));

async function load(dictType: string, dictCode: number | null): Promise<Partial<DictDataForm>> {
  if (dictCode === null) return { dictType, dictSort: 0, listClass: 'default', isDefault: 'N', status: IN_USE };
  const { dictLabel, dictValue, dictSort, listClass, cssClass, isDefault, status, remark } =
    await fetchDictData(dictCode);
  return {
    ...{ dictType, dictLabel, dictValue, dictSort, isDefault, status },
    ...{ listClass: listClass || 'default', ...(cssClass && { cssClass }), ...(remark && { remark }) },
  };
}

/** Adds or changes an entry of a dictionary. */
export default function DataDialog({ dictType, dictCode, onSaved, onClose }: DataDialogProps) {
  const states = useDict('sys_normal_disable');
  const yesNo = useDict('sys_yes_no');
  const save = (values: DictDataForm) =>
    dictCode === null ? addDictData(values) : editDictData({ ...values, dictCode });
  return (
    <EntityDialog<DictDataForm>
      noun="字典数据"
      id={dictCode}
      load={() => load(dictType, dictCode)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Form.Item name="dictType" label="字典类型" className={formDialogStyles.wide}>
        <Input disabled />
      </Form.Item>
      <Form.Item name="dictLabel" label="字典标签" rules={[requiredText('字典标签')]}>
        <Input maxLength={100} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="dictValue" label="字典键值" rules={[requiredText('字典键值')]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dictSort" label="显示顺序" rules={numeric('显示顺序')}>
        <IntegerInput min={0} max={9999} />
      </Form.Item>
      <Form.Item name="listClass" label="回显样式">
        <Select options={CLASS_OPTIONS} />
      </Form.Item>
      <Form.Item name="cssClass" label="样式属性">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="isDefault" label="是否默认">
        <Radio.Group options={dictOptions(yesNo)} />
      </Form.Item>
      <Form.Item name="status" label="状态" className={formDialogStyles.wide}>
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={formDialogStyles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </EntityDialog>
  );
}
