import { Alert, App } from 'antd';
import { type ReceiptCard, reallocateReceipt } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { FOR_BILLS } from './labels';
import { type Money, SPREAD_BLANK, SpreadFields, type SpreadValues, spreadOf } from './SpreadFields';

const NOTE = '改核销记在今天，已月结的月份不变；滞纳金按银行到账日重新计算。';

/** What of the receipt can be spread: what lies on bills and in credit; the rest was paid back. */
const spreadable = ({ paid, creditFen }: ReceiptCard): number =>
  paid.reduce((sum, { amountFen }) => sum + amountFen, creditFen);

interface ReallocateDialogProps {
  receipt: ReceiptCard;
  onClose: () => void;
}

/** 改核销: takes a receipt's money off the bills it pays, and spreads it again. */
export default function ReallocateDialog({ receipt, onClose }: ReallocateDialogProps) {
  const { message } = App.useApp();
  const { receiptId, version, receiptNo, partyAId, tenantId, leaseId, valueDate } = receipt;
  const amountFen = spreadable(receipt);
  const money: Money = {
    ...{ receiptId, partyAId, tenantId, amountFen, valueDate, purpose: FOR_BILLS },
    ...(leaseId > 0 && { leaseId }),
  };
  const save = async (values: SpreadValues) => {
    await reallocateReceipt({ id: receiptId, version, ...spreadOf(values) });
    void message.success('已改核销');
  };
  return (
    <FormDialog<SpreadValues>
      title={`改核销：${receiptNo}`}
      initial={{ ...SPREAD_BLANK, way: 'designated' }}
      save={save}
      onClose={onClose}
      okText="改核销"
      width={820}
    >
      {(form) => (
        <>
          <p className={`${styles.wide} t2`}>
            {receipt.tenantName}，{valueDate} 到账，可重新核销 {formatYuan(amountFen)} 元
            {leaseId > 0 && `，只用于合同 ${receipt.leaseNo}`}
          </p>
          <Alert className={styles.wide} type="info" showIcon title={NOTE} />
          <SpreadFields form={form} money={money} claiming fixedLease />
        </>
      )}
    </FormDialog>
  );
}
