import { App, Form, Input } from 'antd';
import { type BilledAtReturn, type HandoverLine, handoverLease, type LeaseRow } from '@/api/lease';
import businessStyles from '@/features/business/business.module.css';
import { DayInput, YuanInput } from '@/features/business/fields';
import { HandoverItems } from '@/features/business/HandoverItems';
import { fileIds } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { FormDialog } from '@/ui/FormDialog';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { numeric } from '@/ui/NumberInput';
import styles from './lease.module.css';

const KINDS = ['钥匙', '水表', '电表', '燃气', '设施', '档案', '其他'];
const MOST_ITEMS = 100;

interface Values {
  day: string;
  items?: HandoverLine[];
  defects?: string;
  damageFen?: number | null;
  files?: string;
}

/** What is said when it was entered, with the bills that came of a return. */
export const billedText = ({ issued, adjusted, amountFen }: BilledAtReturn): string => {
  if (issued + adjusted === 0) return '已登记';
  const parts = [issued > 0 && `开出账单 ${issued} 张`, adjusted > 0 && `调整 ${adjusted} 张`];
  return `已登记退房，${parts.filter(Boolean).join('、')}，合计 ${formatYuan(amountFen)} 元`;
};

interface HandoverDialogProps {
  action: 'deliver' | 'giveBack';
  lease: LeaseRow;
  onClose: () => void;
}

const BLANK_ITEMS: HandoverLine[] = [{ kind: '钥匙' }, { kind: '水表' }, { kind: '电表' }];

/** Whether anything was written into a row; an untouched one is not sent. */
const isFilled = ({ name, quantity, reading, condition }: HandoverLine): boolean =>
  Boolean(name?.trim() || quantity || reading?.trim() || condition?.trim());

/** 交房 and 退房 with the protocol; what is broken or missing is asked for on return only. */
export default function HandoverDialog({ action, lease, onClose }: HandoverDialogProps) {
  const { message } = App.useApp();
  const back = action === 'giveBack';
  const label = back ? '退房日期' : '交房日期';
  const save = async ({ day, items = [], defects = '', damageFen, files }: Values) => {
    const billed = await handoverLease({
      id: lease.leaseId,
      version: lease.version,
      ...(back ? { returnedDate: day } : { deliveredDate: day }),
      items: items.filter(isFilled).map((item) => ({ ...item, quantity: item.quantity ?? 0 })),
      defects,
      damageFen: damageFen ?? 0,
      files: fileIds(files),
    });
    void message.success(billedText(billed));
  };
  return (
    <FormDialog<Values>
      title={`${back ? '登记退房' : '登记交房'}：${lease.leaseNo}`}
      initial={{ day: today(), items: BLANK_ITEMS }}
      save={save}
      onClose={onClose}
      width={820}
    >
      {back && (
        <p className={`${formDialogStyles.wide} t2`}>
          退房后房间从次日起恢复可租；应补的账单、占用费和应调整的账单随即开出。
        </p>
      )}
      <Form.Item name="day" label={label} rules={[requiredChoice(label)]}>
        <DayInput />
      </Form.Item>
      {back && (
        <Form.Item name="damageFen" label="损失金额（没有不填）" rules={numeric()}>
          <YuanInput />
        </Form.Item>
      )}
      <HandoverItems
        legend="交接清单"
        kinds={KINDS}
        example="入户门钥匙"
        most={MOST_ITEMS}
        rowClass={`${businessStyles.subRow} ${styles.handoverRow}`}
      />
      {back && (
        <Form.Item name="defects" label="缺损说明" className={formDialogStyles.wide}>
          <Input.TextArea rows={2} maxLength={500} showCount />
        </Form.Item>
      )}
      <Form.Item name="files" label="现场照片、签字的交接单" className={formDialogStyles.wide}>
        <RecordFiles />
      </Form.Item>
    </FormDialog>
  );
}
