import { Form, Input, Radio } from 'antd';
import { addDictType, type DictTypeForm, editDictType, fetchDictType } from '@/api/dict';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

interface TypeDialogProps {
  dictId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const BLANK: Partial<DictTypeForm> = { status: IN_USE };
const TYPE_PATTERN = /^[a-z][a-z0-9_]*$/;

async function load(dictId: number | null): Promise<Partial<DictTypeForm>> {
  if (dictId === null) return BLANK;
  const { dictName, dictType, status, remark } = await fetchDictType(dictId);
  return { dictName, dictType, status, ...(remark && { remark }) };
}

/** Adds or changes a dictionary. */
export default function TypeDialog({ dictId, onSaved, onClose }: TypeDialogProps) {
  const states = useDict('sys_normal_disable');
  const save = (values: DictTypeForm) => (dictId === null ? addDictType(values) : editDictType({ ...values, dictId }));
  return (
    <EntityDialog<DictTypeForm>
      noun="字典"
      id={dictId}
      load={() => load(dictId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={560}
    >
      <Form.Item name="dictName" label="字典名称" className={styles.wide} rules={[requiredText('字典名称')]}>
        <Input maxLength={100} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item
        name="dictType"
        label="字典类型"
        className={styles.wide}
        validateFirst
        rules={[
          requiredText('字典类型'),
          { pattern: TYPE_PATTERN, message: '字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）' },
        ]}
        {...(dictId !== null && { extra: '改名后，字典数据随之更改；引用旧类型的页面将取不到数据。' })}
      >
        <Input maxLength={100} autoComplete="off" placeholder="如 sys_user_sex" />
      </Form.Item>
      <Form.Item name="status" label="状态" className={styles.wide}>
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </EntityDialog>
  );
}
