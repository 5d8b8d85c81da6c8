import { Form } from 'antd';
import { type PaperRow, uploadReturned } from '@/api/papers';
import { FileField } from '@/features/import/FileField';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { DOCX } from './labels';

interface ReturnDialogProps {
  paper: PaperRow;
  onClose: () => void;
  /** It was read; what it says is shown next. */
  onRead: () => void;
}

/** 上传定稿: the text as it came back, held against the contract. */
export default function ReturnDialog({ paper, onClose, onRead }: ReturnDialogProps) {
  return (
    <FormDialog<{ file: File }>
      title={`上传定稿 ${paper.paperNo}`}
      initial={{}}
      save={({ file }) => uploadReturned(paper, file)}
      onClose={onClose}
      onSaved={onRead}
      okText="上传并核对"
      width={560}
    >
      {(form) => (
        <Form.Item
          name="file"
          label="定稿文件"
          className={styles.wide}
          rules={[requiredChoice('定稿文件')]}
          extra="双方商定、签字盖章之前的 Word 文件，须是在系统生成的文件上修改的；修订痕迹按接受后的内容核对。"
        >
          <FileField accept={DOCX} hint="Word 文档（docx），最大 10 MB" onChosen={form.submit} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
