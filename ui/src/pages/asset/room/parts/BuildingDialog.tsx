import { Form, Input, InputNumber, Radio, Switch } from 'antd';
import { assets, type BuildingForm, buildings } from '@/api/assets';
import { useDict } from '@/api/useDict';
import { AreaInput, RemarkInput } from '@/features/business/fields';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';

interface BuildingDialogProps {
  buildingId: number | null;
  assetId: number;
  /** Codes of the buildings of the asset: a new one is given the next number after the asset's code. */
  taken: readonly string[];
  onSaved: (buildingId: number) => void;
  onClose: () => void;
}

const BLANK: Partial<BuildingForm> = { floorsAbove: 1, floorsBelow: 0, elevator: false, status: IN_USE };

/** Codes of rooms begin with that of the building, and no two rooms have the same: so it begins with that of the asset. */
async function freeCode(assetId: number, taken: readonly string[]): Promise<string> {
  const { assetCode } = await assets.fetch(assetId);
  let number = 1;
  while (taken.includes(`${assetCode}-${number}`)) number += 1;
  return `${assetCode}-${number}`;
}

/** Adds or changes a building. */
export default function BuildingDialog({ buildingId, assetId, taken, onSaved, onClose }: BuildingDialogProps) {
  const states = useDict('sys_normal_disable');
  const load = async (): Promise<Partial<BuildingForm>> =>
    buildingId === null
      ? { ...BLANK, buildingCode: await freeCode(assetId, taken) }
      : await buildings.fetch(buildingId);
  const save = async (values: BuildingForm) => {
    const form = { ...values, assetId };
    if (buildingId === null) return (await buildings.add(form)).data.id;
    await buildings.edit({ ...form, buildingId });
    return buildingId;
  };
  return (
    <EntityDialog<BuildingForm, number>
      noun="楼栋"
      id={buildingId}
      load={load}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={640}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="buildingName" label="楼栋名称" rules={[requiredText('楼栋名称')]}>
        <Input maxLength={50} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="buildingCode" label="楼栋编码" rules={[requiredText('楼栋编码')]}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="floorsAbove" label="地上层数" rules={numeric()}>
        <IntegerInput min={0} max={199} />
      </Form.Item>
      <Form.Item name="floorsBelow" label="地下层数" rules={numeric()}>
        <IntegerInput min={0} max={9} />
      </Form.Item>
      <Form.Item name="buildYear" label="建成年份" rules={numeric()}>
        <IntegerInput min={1000} max={2200} />
      </Form.Item>
      <Form.Item name="buildingAreaM2" label="建筑面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name="fireGrade" label="耐火等级">
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="elevator" label="电梯" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
