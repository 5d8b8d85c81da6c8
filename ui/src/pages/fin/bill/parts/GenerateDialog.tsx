import { App, Form } from 'antd';
import { type Billed, generateBills } from '@/api/finance/ledger';
import { PartyASelect } from '@/features/choices/lists';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { issuedText } from './runs';

interface GenerateDialogProps {
  onClose: () => void;
}

function Result({ billed }: { billed: Billed }) {
  const { refused = 0, leases = [] } = billed;
  return (
    <>
      <p>{issuedText(billed)}</p>
      {refused > 0 && <p>{refused} 份合同未能出账：</p>}
      {leases.map(({ leaseNo, sentence }) => (
        <p key={leaseNo} className="t2">
          {leaseNo}：{sentence}
        </p>
      ))}
    </>
  );
}

/** Issues every bill whose day has come; running it again changes nothing. A long run goes on in the background. */
export default function GenerateDialog({ onClose }: GenerateDialogProps) {
  const { modal, message } = App.useApp();
  const save = async ({ partyAId }: { partyAId?: number }) => {
    const made = await generateBills(partyAId ? { partyAId } : {});
    if ('taskId' in made) {
      void message.info('合同较多，已在后台出账，可以离开本页；进度见本页，结果可在“任务”中下载');
      return;
    }
    const tell = made.refused ? modal.warning : modal.success;
    tell({ title: '出账完成', content: <Result billed={made} />, centered: true, okText: '知道了' });
  };
  return (
    <FormDialog<{ partyAId?: number }>
      title="出账"
      initial={{}}
      save={save}
      onClose={onClose}
      okText="确定出账"
      width={480}
    >
      <p className={`${styles.wide} t2`}>
        为出账日已到的合同账期生成账单，合同变更涉及的已出账期生成调整账单，并用到期的预收款冲抵。重复出账不会产生重复账单；系统每晚也会自动出账。
      </p>
      <Form.Item name="partyAId" label="甲方（不选为全部）" className={styles.wide}>
        <PartyASelect allowClear />
      </Form.Item>
    </FormDialog>
  );
}
