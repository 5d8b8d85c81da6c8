import { App, Form, Select } from 'antd';
import { type Generated, generateBills } from '@/api/books';
import { usePartiesA } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { FormDialog } from '@/ui/FormDialog';

interface GenerateDialogProps {
  onDone: () => void;
  onClose: () => void;
}

function sentence({ issued, adjusted, amountFen }: Generated): string {
  if (issued + adjusted === 0) return '没有需要出账的账期，账单已是最新。';
  const parts = [issued > 0 && `新出账单 ${issued} 张`, adjusted > 0 && `调整账单 ${adjusted} 张`].filter(Boolean);
  return `${parts.join('，')}，合计 ${formatYuan(amountFen)} 元。`;
}

/** Issues every bill whose day has come; running it again changes nothing. */
export default function GenerateDialog({ onDone, onClose }: GenerateDialogProps) {
  const { modal } = App.useApp();
  const parties = usePartiesA();
  const save = async ({ partyAId }: { partyAId?: number }) => {
    const done = await generateBills(partyAId ? { partyAId } : {});
    onDone();
    modal.success({ title: '出账完成', content: sentence(done), centered: true, okText: '知道了' });
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
      <p className="wide t2">
        为出账日已到的合同账期生成账单，合同变更涉及的已出账期生成调整账单，并用到期的预收款冲抵。重复出账不会产生重复账单；系统每晚也会自动出账。
      </p>
      <Form.Item name="partyAId" label="甲方（不选为全部）" className="wide">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={parties.map(({ partyAId, partyAName }) => ({ value: partyAId, label: partyAName }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
