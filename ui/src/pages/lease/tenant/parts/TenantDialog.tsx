import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { type TenantForm, tenants } from '@/api/lease';
import { useDict } from '@/api/useDict';
import { RemarkInput } from '@/features/business/fields';
import { TENANT_KINDS } from '@/features/business/labels';
import { DeptItem } from '@/features/choices/lists';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';

interface TenantDialogProps {
  tenantId: number | null;
  onSaved?: (tenantId: number) => void;
  onClose: () => void;
}

const BLANK: Partial<TenantForm> = { kind: 1, status: IN_USE, payerNames: [] };

async function load(tenantId: number | null): Promise<Partial<TenantForm>> {
  if (tenantId === null) return BLANK;
  const { credit: _credit, leaseCount: _count, createBy: _by, owes: _owes, ...row } = await tenants.fetch(tenantId);
  return row;
}

/** Adds or changes a tenant. */
export default function TenantDialog({ tenantId, onSaved, onClose }: TenantDialogProps) {
  const states = useDict('sys_normal_disable');
  const save = async (values: TenantForm) => {
    if (tenantId === null) return (await tenants.add(values)).data.id;
    await tenants.edit({ ...values, tenantId });
    return tenantId;
  };
  return (
    <EntityDialog<TenantForm, number>
      noun="乙方"
      id={tenantId}
      load={() => load(tenantId)}
      save={save}
      {...(onSaved && { onSaved })}
      onClose={onClose}
      width={720}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="tenantName" label="乙方名称" rules={[requiredText('乙方名称')]}>
        <Input maxLength={100} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="kind" label="类型" rules={[requiredChoice('类型')]}>
        <Select options={[...TENANT_KINDS]} />
      </Form.Item>
      <Form.Item name="tenantCode" label="编码（不填自动生成）">
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="idNo" label="证件号码或统一社会信用代码">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="legalRep" label="法定代表人">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="contact" label="联系人">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label="联系电话">
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="industry" label="行业">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <DeptItem />
      <Form.Item name="status" label="状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Form.Item name="address" label="地址" className={styles.wide}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="payerNames" label="付款户名（银行流水上的户名，用于收款认领）" className={styles.wide}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['、', ',', '，', ';']} maxCount={20} />
      </Form.Item>
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
