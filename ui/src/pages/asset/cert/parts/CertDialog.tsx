import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { type CertForm, certs } from '@/api/estate';
import { AreaInput, DayInput, RemarkInput } from '@/features/business/fields';
import { CERT_KINDS } from '@/features/business/labels';
import { fileIds } from '@/features/business/parts';
import { AssetSelect } from '@/features/choices/lists';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { EntityDialog } from '@/features/records/EntityDialog';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { numeric } from '@/ui/NumberInput';

interface CertDialogProps {
  certId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

/** The form holds the files as the uploader does: ids, comma-joined. */
type Values = Omit<CertForm, 'files'> & { files?: string };

const BLANK: Partial<Values> = { kind: 1, coOwned: false, mortgaged: false };

async function load(certId: number | null): Promise<Partial<Values>> {
  if (certId === null) return BLANK;
  const { assetName: _name, deptId: _dept, createBy: _by, files, ...row } = await certs.fetch(certId);
  return { ...row, files: files.join(',') };
}

/** Adds or changes a certificate. */
export default function CertDialog({ certId, onSaved, onClose }: CertDialogProps) {
  const save = ({ files, ...values }: Values) => {
    const form: CertForm = { ...values, files: fileIds(files) };
    return certId === null ? certs.add(form) : certs.edit({ ...form, certId });
  };
  return (
    <EntityDialog<Values>
      noun="权属证"
      id={certId}
      load={() => load(certId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={720}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="assetId" label="所属资产" rules={[requiredChoice('所属资产')]}>
        <AssetSelect />
      </Form.Item>
      <Form.Item name="kind" label="证件类型">
        <Select options={[...CERT_KINDS]} />
      </Form.Item>
      <Form.Item name="certNo" label="权属证号" rules={[requiredText('权属证号')]}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="holder" label="权利人">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="issueDate" label="发证日期">
        <DayInput ofRegister />
      </Form.Item>
      <Form.Item name="termEnd" label="使用期限至">
        <DayInput ofRegister />
      </Form.Item>
      <Form.Item name="areaM2" label="证载面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name="landUse" label="土地用途">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="landNature" label="土地性质">
        <Select allowClear options={['出让', '划拨', '租赁', '其他'].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="coOwned" label="共有" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="mortgaged" label="已抵押" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="files" label="扫描件" className={styles.wide}>
        <RecordFiles />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
