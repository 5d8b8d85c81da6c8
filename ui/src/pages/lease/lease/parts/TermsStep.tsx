import { Form, Select } from 'antd';
import { YuanInput } from '@/features/business/fields';
import { BILLING_CYCLES, DEPOSIT_RULES, PERIOD_MODES, PRORATIONS, RENT_BASES } from '@/features/business/labels';
import styles from '@/ui/form-dialog.module.css';
import { numeric, requiredNumeric } from '@/ui/NumberInput';
import { isByArea } from './leaseValues';
import { Due, Escalation, ExtraCharges, LateFee, RentFree, Rights } from './termFields';

/** Step 4: what is paid, how it rises, when it is due. */
export function TermsStep() {
  const basis = Form.useWatch('rentBasis') as number | undefined;
  return (
    <div className={styles.formGrid}>
      <Form.Item name="rentBasis" label="计租方式">
        <Select options={[...RENT_BASES]} />
      </Form.Item>
      {isByArea(basis) ? (
        <p className="t2">租金按“房间”一步中的单价计算。</p>
      ) : (
        <Form.Item name="rentFen" label={basis === 4 ? '年租金' : '月租金'} rules={requiredNumeric()}>
          <YuanInput />
        </Form.Item>
      )}
      <Form.Item name="billingCycle" label="支付周期">
        <Select options={[...BILLING_CYCLES]} />
      </Form.Item>
      <Form.Item name="periodMode" label="账期方式">
        <Select options={[...PERIOD_MODES]} />
      </Form.Item>
      <Form.Item name="proration" label="不足月计租">
        <Select options={[...PRORATIONS]} />
      </Form.Item>
      <Due />
      <Escalation basis={basis} />
      <Form.Item name="depositFen" label="押金" rules={numeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="depositMonths" label="租金递增时" tooltip="按月租金约定的押金，租金递增后应补足差额">
        <Select options={[...DEPOSIT_RULES]} />
      </Form.Item>
      <LateFee />
      <Rights />
      <RentFree />
      <ExtraCharges />
    </div>
  );
}
