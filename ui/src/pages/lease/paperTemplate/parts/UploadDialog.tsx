import { Form, Select } from 'antd';
import { useRef } from 'react';
import { type NewTemplate, uploadTemplate } from '@/api/papers';
import { PartyASelect } from '@/features/choices/lists';
import { FileField } from '@/features/import/FileField';
import { isReport, PAPER_KINDS, TEMPLATES } from '@/features/papers/labels';
import { RemarkItem, TextItem } from '@/features/records/items';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface UploadDialogProps {
  onClose: () => void;
  /** It was a form of a superior: what fills its columns is looked at next. */
  onForm: (templateId: number) => void;
}

/** 上传模板: what is wrong with its fields is said all at once, beside the file. */
export default function UploadDialog({ onClose, onForm }: UploadDialogProps) {
  const form = useRef(0);
  const save = async (values: NewTemplate) => {
    const templateId = await uploadTemplate(values);
    form.current = isReport(values.kind) ? templateId : 0;
  };
  return (
    <FormDialog<NewTemplate>
      title="上传模板"
      initial={{}}
      save={save}
      onClose={onClose}
      onSaved={() => (form.current ? onForm(form.current) : onClose())}
      okText="上传"
      width={640}
    >
      <Form.Item name="kind" label="文书种类" rules={[requiredChoice('文书种类')]}>
        <Select
          options={[...PAPER_KINDS]}
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="模板用来生成哪种文书"
        />
      </Form.Item>
      <TextItem name="templateName" label="模板名称" max={60} required placeholder="如：厂房租赁合同（2026版）" />
      <Form.Item name="partyAs" label="适用甲方" className={styles.wide} extra="留空为所有甲方都可以使用">
        <PartyASelect mode="multiple" onlyUsed maxTagCount="responsive" />
      </Form.Item>
      <Form.Item name="file" label="模板文件" className={styles.wide} rules={[requiredChoice('模板文件')]}>
        <FileField
          accept={TEMPLATES}
          hint="本单位的 Word 文档（docx）或 Excel 工作簿（xlsx），字段写成 {{字段名}}；上级的报送表不用写字段，按表头填写。最大 10 MB"
        />
      </Form.Item>
      <RemarkItem />
    </FormDialog>
  );
}
