import { Form, Input, Select } from 'antd';
import type { DictDataForm } from '@/api/dict';
import { crudDialog } from '@/features/records/crudDialog';
import { DictItem, OrderItem, RemarkItem, StateItem, TextItem } from '@/features/records/items';
import { DictTag } from '@/ui/DictTag';
import formDialogStyles from '@/ui/form-dialog.module.css';
import styles from './dict.module.css';

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

/** What makes an entry of a dictionary. */
export default crudDialog<DictDataForm>(({ dicts: [states, yesNo = []] }) => (
  <>
    <Form.Item name="dictType" label="字典类型" className={formDialogStyles.wide}>
      <Input disabled />
    </Form.Item>
    <TextItem name="dictLabel" label="字典标签" max={100} required first />
    <TextItem name="dictValue" label="字典键值" max={100} required />
    <OrderItem name="dictSort" />
    <Form.Item name="listClass" label="回显样式">
      <Select options={CLASS_OPTIONS} />
    </Form.Item>
    <TextItem name="cssClass" label="样式属性" max={100} />
    <DictItem name="isDefault" label="是否默认" entries={yesNo} />
    <StateItem states={states} wide />
    <RemarkItem />
  </>
));
