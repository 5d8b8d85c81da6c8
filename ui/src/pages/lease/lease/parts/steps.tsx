import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { DayInput, RemarkInput } from '@/features/business/fields';
import { LEASE_KINDS, LETTING_MODES } from '@/features/business/labels';
import { PartyASelect } from '@/features/choices/lists';
import { TenantSelect } from '@/features/choices/registers';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { requiredChoice } from '@/lib/rules';
import { Can } from '@/ui/Can';
import formDialogStyles from '@/ui/form-dialog.module.css';
import styles from './lease.module.css';

const YEARS = [1, 2, 3, 5] as const;

/** The usual lengths, counted from the first day: `2026-03-01` and one year end on `2027-02-28`. */
function YearsOf() {
  const form = Form.useFormInstance();
  const start = Form.useWatch(['term', 0], form) as string | null | undefined;
  const take = (years: number) => {
    form.setFieldValue(['term', 1], dayjs(start).add(years, 'year').subtract(1, 'day').format('YYYY-MM-DD'));
    void form.validateFields([['term', 1]]);
  };
  if (!start) return null;
  return (
    <span className={styles.leaseYears}>
      {YEARS.map((years) => (
        <button type="button" className="link" key={years} onClick={() => take(years)}>
          {years} 年
        </button>
      ))}
    </span>
  );
}

/** Step 1: who lets, from when to when. */
export function PartyStep() {
  return (
    <div className={formDialogStyles.formGrid}>
      <Form.Item name="partyAId" label="甲方" rules={[requiredChoice('甲方')]}>
        <PartyASelect onlyUsed />
      </Form.Item>
      <Form.Item name="kind" label="合同类型">
        <Select options={[...LEASE_KINDS]} />
      </Form.Item>
      <Form.Item name={['term', 0]} label="起租日" rules={[requiredChoice('起租日')]}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name={['term', 1]}
        label="到期日"
        extra={<YearsOf />}
        rules={[
          requiredChoice('到期日'),
          ({ getFieldValue }) => ({
            validator: (_rule, end: string | null) => {
              const start: string | null = getFieldValue(['term', 0]);
              return start && end && end < start
                ? Promise.reject(new Error('到期日不能早于起租日'))
                : Promise.resolve();
            },
          }),
        ]}
      >
        <DayInput />
      </Form.Item>
      <Form.Item name="lettingMode" label="招租方式">
        <Select options={[...LETTING_MODES]} />
      </Form.Item>
      <Form.Item name="lettingReason" label="协议出租理由">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="paperNo" label="纸质合同编号">
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="lettingDocNo" label="招租文号">
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="approvalDocNo" label="批复文号">
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="valuationNo" label="评估报告编号">
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
    </div>
  );
}

/** Step 3: who rents; somebody new is entered on the way. */
export function TenantStep({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={formDialogStyles.formGrid}>
      <Form.Item
        name="tenantId"
        label="乙方"
        rules={[requiredChoice('乙方')]}
        className={formDialogStyles.wide}
        extra={
          <Can permission="lease:tenant:add">
            <span>
              还没有登记的乙方：
              <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
                新增乙方
              </Button>
            </span>
          </Can>
        }
      >
        <TenantSelect />
      </Form.Item>
      <Form.Item name="coTenants" label="共同承租人" className={formDialogStyles.wide}>
        <TenantSelect multiple />
      </Form.Item>
      <Form.Item name="purpose" label="租赁用途">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="creditOverride" label="失信乙方例外理由">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </div>
  );
}

/** Step 6: papers. */
export function FilesStep() {
  return (
    <>
      <Form.Item name="title" label="合同名称">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="files" label="附件（招租文件、评估报告、营业执照等；签字盖章的扫描件在签订时上传）">
        <RecordFiles />
      </Form.Item>
      <Form.Item name="remark" label="备注">
        <RemarkInput />
      </Form.Item>
    </>
  );
}
