import { Form, Input, Radio } from 'antd';
import { addConfig, type ConfigForm, editConfig, fetchConfig } from '@/api/config';
import { EntityDialog } from '@/features/records/EntityDialog';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

interface ConfigDialogProps {
  configId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const BUILT_IN = 'Y';
const BLANK: Partial<ConfigForm> = { configType: 'N' };

async function load(configId: number | null): Promise<Partial<ConfigForm>> {
  if (configId === null) return BLANK;
  const { configName, configKey, configValue, configType, remark } = await fetchConfig(configId);
  return { configName, configKey, configType, ...(configValue && { configValue }), ...(remark && { remark }) };
}

/** Adds or changes a setting. Of a built-in one the key and the kind stay: the program asks for them. */
export default function ConfigDialog({ configId, onSaved, onClose }: ConfigDialogProps) {
  const yesNo = useDict('sys_yes_no');
  const save = (values: ConfigForm) => (configId === null ? addConfig(values) : editConfig({ ...values, configId }));
  return (
    <EntityDialog<ConfigForm>
      noun="参数"
      id={configId}
      load={() => load(configId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={560}
    >
      {({ configType }) => {
        const fixed = configId !== null && configType === BUILT_IN;
        return (
          <>
            <Form.Item name="configName" label="参数名称" className={styles.wide} rules={[requiredText('参数名称')]}>
              <Input maxLength={100} autoComplete="off" autoFocus />
            </Form.Item>
            <Form.Item
              name="configKey"
              label="参数键名"
              className={styles.wide}
              rules={[requiredText('参数键名')]}
              {...(fixed && { extra: '内置参数的键名不能修改。' })}
            >
              <Input maxLength={100} autoComplete="off" disabled={fixed} />
            </Form.Item>
            {/* which built-in settings may be empty is the server's knowledge */}
            <Form.Item
              name="configValue"
              label="参数键值"
              className={styles.wide}
              rules={fixed ? [] : [requiredText('参数键值')]}
            >
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
            </Form.Item>
            <Form.Item
              name="configType"
              label="系统内置"
              className={styles.wide}
              {...(!fixed && { extra: '设为内置后，键名不能修改，参数不能删除。' })}
            >
              <Radio.Group options={dictOptions(yesNo)} disabled={fixed} />
            </Form.Item>
            <Form.Item name="remark" label="备注" className={styles.wide}>
              <Input.TextArea rows={2} maxLength={500} showCount />
            </Form.Item>
          </>
        );
      }}
    </EntityDialog>
  );
}
