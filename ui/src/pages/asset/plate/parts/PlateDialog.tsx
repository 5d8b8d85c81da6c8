import { ColorPicker, Form, Input, InputNumber, Radio } from 'antd';
import { type PlateForm, plates } from '@/api/estate';
import { RemarkInput } from '@/features/business/fields';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';

interface PlateDialogProps {
  plateId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const BLANK: Partial<PlateForm> = { sort: 0, status: IN_USE, color: '#0A6BCB' };

async function load(plateId: number | null): Promise<Partial<PlateForm>> {
  if (plateId === null) return BLANK;
  const { plateCode, plateName, color, sort, status, version, remark } = await plates.fetch(plateId);
  return { plateCode, plateName, color, sort, status, version, ...(remark && { remark }) };
}

/** Adds or changes a plate. */
export default function PlateDialog({ plateId, onSaved, onClose }: PlateDialogProps) {
  const states = useDict('sys_normal_disable');
  const save = (values: PlateForm) => (plateId === null ? plates.add(values) : plates.edit({ ...values, plateId }));
  return (
    <EntityDialog<PlateForm>
      noun="板块"
      id={plateId}
      load={() => load(plateId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={560}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="plateName" label="板块名称" rules={[requiredText('板块名称')]}>
        <Input maxLength={64} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="plateCode" label="板块编码" rules={[requiredText('板块编码')]}>
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="sort" label="显示顺序" rules={numeric('显示顺序')}>
        <IntegerInput min={0} max={9999} />
      </Form.Item>
      <Form.Item name="color" label="图表颜色" getValueFromEvent={(_color, hex: string) => hex}>
        <ColorPicker disabledAlpha format="hex" showText />
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
