import { Form } from 'antd';
import { addScans, type LeaseRow } from '@/api/lease';
import { fileIds } from '@/features/business/parts';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface MoreScansDialogProps {
  lease: Pick<LeaseRow, 'leaseId' | 'leaseNo' | 'version'>;
  onClose: () => void;
}

/** 补扫描件: they are added, none is taken away. */
export default function MoreScansDialog({ lease, onClose }: MoreScansDialogProps) {
  const { leaseId: id, leaseNo, version } = lease;
  return (
    <FormDialog<{ scans: string }>
      title={`补扫描件：${leaseNo}`}
      initial={{}}
      save={({ scans }) => addScans({ id, version, scans: fileIds(scans) })}
      said="已补扫描件"
      okText="保存"
      width={520}
      onClose={onClose}
    >
      <Form.Item
        name="scans"
        label="双方签字盖章的合同扫描件"
        className={styles.wide}
        extra="保存后不能删除，请核对"
        rules={[{ required: true, message: '请上传合同扫描件' }]}
      >
        <FileUploader mode="drag" />
      </Form.Item>
    </FormDialog>
  );
}
