import { Form, Input, Select } from 'antd';
import { DayInput, RemarkInput } from '@/features/business/fields';
import { WAIVER_REASONS } from '@/features/finance/payouts/labels';
import { requiredChoice } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

const POLICY = 1;

/** Why and from when: the same for one bill and for a thousand. */
export const ReasonFields = () => (
  <>
    <Form.Item name="reasonKind" label="减免原因" rules={[requiredChoice('减免原因')]}>
      <Select options={[...WAIVER_REASONS]} />
    </Form.Item>
    <Form.Item noStyle shouldUpdate>
      {({ getFieldValue }) => (
        <Form.Item
          name="policyDoc"
          label="政策文号"
          rules={[
            { required: getFieldValue('reasonKind') === POLICY, whitespace: true, message: '政策减免须填写政策文号' },
          ]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
    </Form.Item>
    <Form.Item name="effectiveDate" label="生效日期" rules={[requiredChoice('生效日期')]}>
      <DayInput />
    </Form.Item>
    <Form.Item name="remark" label="备注" className={styles.wide}>
      <RemarkInput />
    </Form.Item>
  </>
);
