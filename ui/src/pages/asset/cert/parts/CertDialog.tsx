import { Form, Select, Switch } from 'antd';
import type { CertForm } from '@/api/assets';
import { AreaInput, DayInput } from '@/features/business/fields';
import { CERT_KINDS } from '@/features/business/labels';
import { fileIds } from '@/features/business/parts';
import { AssetSelect } from '@/features/choices/lists';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { crudDialog } from '@/features/records/crudDialog';
import { RemarkItem, TextItem } from '@/features/records/items';
import { requiredChoice } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { numeric } from '@/ui/NumberInput';

/** What makes a certificate. */
export default crudDialog<CertForm>(() => (
  <>
    <Form.Item name="assetId" label="所属资产" rules={[requiredChoice('所属资产')]}>
      <AssetSelect />
    </Form.Item>
    <Form.Item name="kind" label="证件类型">
      <Select options={[...CERT_KINDS]} />
    </Form.Item>
    <TextItem name="certNo" label="权属证号" max={64} required />
    <TextItem name="holder" label="权利人" max={100} />
    <Form.Item name="issueDate" label="发证日期">
      <DayInput ofRegister />
    </Form.Item>
    <Form.Item name="termEnd" label="使用期限至">
      <DayInput ofRegister />
    </Form.Item>
    <Form.Item name="areaM2" label="证载面积" rules={numeric()}>
      <AreaInput />
    </Form.Item>
    <TextItem name="landUse" label="土地用途" max={50} />
    <Form.Item name="landNature" label="土地性质">
      <Select allowClear options={['出让', '划拨', '租赁', '其他'].map((value) => ({ value, label: value }))} />
    </Form.Item>
    <Form.Item name="coOwned" label="共有" valuePropName="checked">
      <Switch />
    </Form.Item>
    <Form.Item name="mortgaged" label="已抵押" valuePropName="checked">
      <Switch />
    </Form.Item>
    <Form.Item
      name="files"
      label="扫描件"
      className={styles.wide}
      getValueProps={(ids?: readonly number[]) => ({ value: ids?.join(',') })}
      getValueFromEvent={fileIds}
    >
      <RecordFiles />
    </Form.Item>
    <RemarkItem />
  </>
));
