import { App, Form, Select } from 'antd';
import { type AssetRow, setHolder } from '@/api/assets';
import type { Schema } from '@/api/contract';
import { useSubmission } from '@/features/approvals/useSubmission';
import { WAITS } from '@/features/approvals/way';
import { DayInput } from '@/features/business/fields';
import { ASSET_STATES, NEXT_ASSET_STATES } from '@/features/business/labels';
import { PartyASelect } from '@/features/choices/lists';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';

interface AssetActionsProps {
  kind: 'holder' | 'state';
  asset: AssetRow;
  onClose: () => void;
}

interface Values {
  partyAId: number;
  from: string;
  state: Schema<'AssetState'>;
}

/** Another party A from a day on, or another state. */
export default function AssetActions({ kind, asset, onClose }: AssetActionsProps) {
  const { message } = App.useApp();
  const { assetId, version } = asset;
  const submission = useSubmission();
  const save = async ({ partyAId, from, state }: Values) => {
    if (kind === 'state') {
      return submission.offer({
        process: 'asset_dispose',
        bizId: assetId,
        payload: { assetId, version, state } satisfies Schema<'SetState'>,
        title: asset.assetName,
        said: WAITS,
        done: '保存成功',
      });
    }
    await setHolder({ assetId, version, partyAId, from });
    void message.success('保存成功');
  };
  const next = NEXT_ASSET_STATES[asset.state] ?? [];
  return (
    <FormDialog<Values>
      title={`${kind === 'holder' ? '变更甲方' : '变更状态'}：${asset.assetName}`}
      initial={{}}
      save={save}
      onClose={onClose}
      width={520}
    >
      {kind === 'holder' ? (
        <>
          <Form.Item name="partyAId" label="新甲方" rules={[requiredChoice('甲方')]}>
            <PartyASelect onlyUsed except={asset.partyAId} />
          </Form.Item>
          <Form.Item name="from" label="生效日期" rules={[requiredChoice('生效日期')]}>
            <DayInput ofRegister />
          </Form.Item>
        </>
      ) : (
        <Form.Item name="state" label="新状态" rules={[requiredChoice('状态')]}>
          <Select options={ASSET_STATES.filter(({ value }) => next.includes(value))} />
        </Form.Item>
      )}
      {submission.dialog}
    </FormDialog>
  );
}
