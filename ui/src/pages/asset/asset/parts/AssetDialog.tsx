import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { type AssetForm, assets } from '@/api/assets';
import { TitleState } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import businessStyles from '@/features/business/business.module.css';
import { AreaInput, DayInput, RemarkInput, YuanInput } from '@/features/business/fields';
import { RESTRICTIONS, TITLE_STATES } from '@/features/business/labels';
import { fileIds } from '@/features/business/parts';
import { PartyASelect, PlateSelect } from '@/features/choices/lists';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { EntityDialog } from '@/features/records/EntityDialog';
import { dictOptions } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';

interface AssetDialogProps {
  assetId: number | null;
  /** Chosen in the tree. */
  plateId: number | undefined;
  /** Of a new one, which it is. */
  onSaved: (made: { assetId: number; assetName: string } | null) => void;
  onClose: () => void;
}

type Values = Omit<AssetForm, 'files'> & { files?: string };

async function load(assetId: number | null, plateId: number | undefined): Promise<Partial<Values>> {
  if (assetId === null) return { titleState: TitleState.Titled, restrictions: [], ...(plateId && { plateId }) };
  const { files, ...row } = await assets.fetch(assetId);
  return { ...row, files: files.join(',') };
}

function Restrictions() {
  return (
    <Form.List name="restrictions">
      {(rows, { add, remove }) => (
        <fieldset className={`${styles.wide} ${businessStyles.subRows}`}>
          <legend>使用限制（查封、争议等期间不能出租）</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className={businessStyles.subRow}>
              <Form.Item name={[name, 'kind']} rules={[requiredChoice('限制类型')]}>
                <Select aria-label="限制类型" placeholder="类型" options={[...RESTRICTIONS]} />
              </Form.Item>
              <Form.Item name={[name, 'from']} rules={[requiredChoice('开始日')]}>
                <DayInput ofRegister aria-label="开始日" placeholder="开始日" />
              </Form.Item>
              <Form.Item name={[name, 'to']}>
                <DayInput ofRegister aria-label="结束日" placeholder="结束日（可不填）" />
              </Form.Item>
              <Form.Item name={[name, 'doc']}>
                <Input aria-label="文号" placeholder="文号" maxLength={100} />
              </Form.Item>
              <Button
                type="text"
                aria-label="删除限制"
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({})}>
            添加限制
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

function Figures() {
  return (
    <>
      <Form.Item name="buildingAreaM2" label="建筑面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name="landAreaM2" label="土地面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name="innerAreaM2" label="套内面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name="buildYear" label="建成年份" rules={numeric()}>
        <IntegerInput min={1000} max={2200} />
      </Form.Item>
      <Form.Item name="floors" label="层数" rules={numeric()}>
        <IntegerInput min={0} max={199} />
      </Form.Item>
      <Form.Item name="originalValueFen" label="原值" rules={numeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="netValueFen" label="净值" rules={numeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="accumDeprFen" label="累计折旧" rules={numeric()}>
        <YuanInput />
      </Form.Item>
    </>
  );
}

/** Adds or changes an asset. */
export default function AssetDialog({ assetId, plateId, onSaved, onClose }: AssetDialogProps) {
  const kinds = useDict('asset_kind');
  const structures = useDict('asset_structure');
  const modes = useDict('asset_acquire_mode');
  const made = useRef<{ assetId: number; assetName: string } | null>(null);
  const save = async ({ files, ...values }: Values) => {
    const form: AssetForm = { ...values, files: fileIds(files) };
    if (assetId !== null) return assets.edit({ ...form, assetId });
    const { data } = await assets.add(form);
    made.current = { assetId: data.id, assetName: form.assetName };
  };
  return (
    <EntityDialog<Values>
      noun="资产"
      id={assetId}
      load={() => load(assetId, plateId)}
      save={save}
      onSaved={() => onSaved(made.current)}
      onClose={onClose}
      width={860}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="assetName" label="资产名称" rules={[requiredText('资产名称')]}>
        <Input maxLength={100} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="assetCode" label="资产编码（不填自动生成）">
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="plateId" label="所属板块" rules={[requiredChoice('所属板块')]}>
        <PlateSelect onlyUsed />
      </Form.Item>
      {assetId === null && (
        <>
          <Form.Item name="partyAId" label="管理甲方" rules={[requiredChoice('管理甲方')]}>
            <PartyASelect onlyUsed />
          </Form.Item>
          <Form.Item name="heldFrom" label="管理起始日（不填为一直）">
            <DayInput ofRegister />
          </Form.Item>
        </>
      )}
      <Form.Item name="assetKind" label="资产类型">
        <Select allowClear options={dictOptions(kinds)} />
      </Form.Item>
      <Form.Item name="titleState" label="权属状况" rules={[requiredChoice('权属状况')]}>
        <Select options={[...TITLE_STATES]} />
      </Form.Item>
      <Form.Item name="structure" label="结构">
        <Select allowClear options={dictOptions(structures)} />
      </Form.Item>
      <Form.Item name="acquireMode" label="取得方式">
        <Select allowClear options={dictOptions(modes)} />
      </Form.Item>
      <Form.Item name="acquireDate" label="取得日期">
        <DayInput ofRegister />
      </Form.Item>
      <Figures />
      <Form.Item name="district" label="区县">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="address" label="地址" className={styles.wide}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Restrictions />
      <Form.Item name="files" label="照片与资料" className={styles.wide}>
        <RecordFiles />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
