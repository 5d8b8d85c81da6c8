import { Form, Input } from 'antd';
import type { ConfigForm } from '@/api/config';
import { crudDialog } from '@/features/records/crudDialog';
import { DictItem, RemarkItem, TextItem } from '@/features/records/items';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

const BUILT_IN = 'Y';

/** What makes a setting. Of a built-in one the key and the kind stay: the program asks for them. */
export default crudDialog<ConfigForm>(({ id, loaded, dicts: [yesNo = []] }) => {
  const fixed = id !== null && loaded.configType === BUILT_IN;
  const keyNote = fixed ? '内置参数的键名不能修改。' : undefined;
  const kindNote = fixed ? undefined : '设为内置后，键名不能修改，参数不能删除。';
  return (
    <>
      <TextItem name="configName" label="参数名称" max={100} required first wide />
      <TextItem name="configKey" label="参数键名" max={100} required wide disabled={fixed} extra={keyNote} />
      {/* which built-in settings may be empty is the server's knowledge */}
      <Form.Item
        name="configValue"
        label="参数键值"
        className={styles.wide}
        rules={fixed ? [] : [requiredText('参数键值')]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
      </Form.Item>
      <DictItem name="configType" label="系统内置" entries={yesNo} wide disabled={fixed} extra={kindNote} />
      <RemarkItem />
    </>
  );
});
