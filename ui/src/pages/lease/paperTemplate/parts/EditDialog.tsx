import { Form } from 'antd';
import { changeTemplate, type TemplateInput, type TemplateRow } from '@/api/papers';
import { PartyASelect } from '@/features/choices/lists';
import { RemarkItem, StateItem, TextItem } from '@/features/records/items';
import type { DictEntry } from '@/lib/dict';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

type Values = Pick<TemplateInput, 'templateName' | 'partyAs' | 'status' | 'remark'>;

interface EditDialogProps {
  template: TemplateRow;
  states: readonly DictEntry[];
  onClose: () => void;
}

/** Name, units and state of a template; its file has versions instead. */
export default function EditDialog({ template, states, onClose }: EditDialogProps) {
  const { templateId, version, templateName, partyAs, status, remark } = template;
  return (
    <FormDialog<Values>
      title="修改模板"
      initial={{ templateName, partyAs, status, remark }}
      save={(values) => changeTemplate({ ...values, templateId, version })}
      onClose={onClose}
      width={560}
    >
      <TextItem name="templateName" label="模板名称" max={60} required first wide />
      <Form.Item name="partyAs" label="适用甲方" className={styles.wide} extra="留空为所有甲方都可以使用">
        <PartyASelect mode="multiple" maxTagCount="responsive" />
      </Form.Item>
      <StateItem states={states} wide />
      <RemarkItem />
    </FormDialog>
  );
}
