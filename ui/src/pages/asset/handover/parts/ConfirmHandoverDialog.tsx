import { App, Form } from 'antd';
import { type AssetHandover, confirmHandover } from '@/api/handover';
import { fileIds } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { BETWEEN } from './labels';
import { PlanView } from './PlanView';

/** The receiving side says yes to exactly what is shown, with the signed paper. */
export default function ConfirmHandoverDialog({ one, onClose }: { one: AssetHandover; onClose: () => void }) {
  const { message } = App.useApp();
  const save = async ({ signFiles }: { signFiles?: string }) => {
    const { handoverId: id, version, seal } = one;
    await confirmHandover({ id, version, seal, signFiles: fileIds(signFiles) });
    void message.success('移交已完成，资产、合同和两个单位的账已变更');
  };
  return (
    <FormDialog<{ signFiles?: string }>
      title={`确认移交：${one.handoverNo}`}
      initial={{}}
      save={save}
      onClose={onClose}
      width={940}
      okText="确认移交"
    >
      <p className={`${formStyles.wide} t2`}>
        确认后，资产和合同自 {one.handoverDate} 起归 {one.toName}
        ，下列内容记入两个单位的账，不能撤销；有误可以再办理反向移交。
      </p>
      {one.kind === BETWEEN && (
        <div className={formStyles.wide}>
          <PlanView plan={one} fromId={one.fromPartyAId ?? 0} />
        </div>
      )}
      <Form.Item
        name="signFiles"
        label="双方签字盖章的移交清单（扫描件）"
        className={formStyles.wide}
        rules={[requiredChoice('签字盖章的移交清单')]}
      >
        <RecordFiles />
      </Form.Item>
    </FormDialog>
  );
}
