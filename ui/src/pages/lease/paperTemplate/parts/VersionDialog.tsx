import { Form } from 'antd';
import { type TemplateRow, uploadVersion } from '@/api/papers';
import { FileField } from '@/features/import/FileField';
import { isReport, TEMPLATES } from '@/features/papers/labels';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface VersionDialogProps {
  template: TemplateRow;
  onClose: () => void;
  /** It was a form of a superior: what fills its columns is looked at next. */
  onForm: (templateId: number) => void;
}

/** 上传新版本: papers that were made keep the version that they were made from. */
export default function VersionDialog({ template, onClose, onForm }: VersionDialogProps) {
  return (
    <FormDialog<{ file: File }>
      title={`上传新版本 ${template.templateName}`}
      initial={{}}
      save={({ file }) => uploadVersion(template, file)}
      onClose={onClose}
      onSaved={() => (isReport(template.kind) ? onForm(template.templateId) : onClose())}
      okText="上传"
      width={560}
    >
      {(form) => (
        <Form.Item
          name="file"
          label="模板文件"
          className={styles.wide}
          rules={[requiredChoice('模板文件')]}
          extra={`当前为第 ${template.versionNo} 版。已生成的文书不受影响，以后生成的使用新版本。`}
        >
          <FileField
            accept={TEMPLATES}
            hint="Word 文档（docx）或 Excel 工作簿（xlsx），最大 10 MB"
            onChosen={form.submit}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}
