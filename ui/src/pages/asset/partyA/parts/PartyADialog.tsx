import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { type PartyAForm, partiesA } from '@/api/estate';
import styles from '@/features/business/business.module.css';
import { RemarkInput } from '@/features/business/fields';
import { UNIT_KINDS } from '@/features/business/labels';
import { DeptItem } from '@/features/choices/lists';
import { EntityDialog } from '@/features/records/EntityDialog';
import { IN_USE } from '@/features/records/listParts';
import { dictOptions, useDict } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';

interface PartyADialogProps {
  partyAId: number | null;
  onSaved: () => void;
  onClose: () => void;
}

const BLANK: Partial<PartyAForm> = { status: IN_USE, remitRequired: true, remitDay: 10, unitKind: 2, accounts: [] };

async function load(partyAId: number | null): Promise<Partial<PartyAForm>> {
  if (partyAId === null) return BLANK;
  const row = await partiesA.fetch(partyAId);
  const { partyACode, partyAName, shortName, unitKind, uscc, contact, remitRequired, remitDay } = row;
  const { status, accounts, deptId, version, remark = '' } = row;
  return {
    ...{ partyACode, partyAName, unitKind, remitRequired, remitDay, status, accounts, deptId, version, remark },
    ...(shortName && { shortName }),
    ...(uscc && { uscc }),
    ...(contact && { contact }),
  };
}

function Accounts() {
  return (
    <Form.List name="accounts">
      {(rows, { add, remove }) => (
        <fieldset className={`${formDialogStyles.wide} ${styles.subRows}`}>
          <legend>收款账户</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className={styles.subRow}>
              <Form.Item name={[name, 'name']} rules={[requiredText('户名')]}>
                <Input aria-label="户名" placeholder="户名" maxLength={100} />
              </Form.Item>
              <Form.Item name={[name, 'bank']} rules={[requiredText('开户行')]}>
                <Input aria-label="开户行" placeholder="开户行" maxLength={100} />
              </Form.Item>
              <Form.Item name={[name, 'accountNo']} rules={[requiredText('账号')]}>
                <Input aria-label="账号" placeholder="账号" maxLength={40} autoComplete="off" />
              </Form.Item>
              <Form.Item name={[name, 'isDefault']} valuePropName="checked" className={styles.narrow}>
                <Switch aria-label="默认账户" checkedChildren="默认" unCheckedChildren="默认" />
              </Form.Item>
              <Button
                type="text"
                aria-label="删除账户"
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ isDefault: rows.length === 0 })}>
            添加账户
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

/** Adds or changes a party A. */
export default function PartyADialog({ partyAId, onSaved, onClose }: PartyADialogProps) {
  const states = useDict('sys_normal_disable');
  const save = (values: PartyAForm) =>
    partyAId === null ? partiesA.add(values) : partiesA.edit({ ...values, partyAId });
  return (
    <EntityDialog<PartyAForm>
      noun="甲方"
      id={partyAId}
      load={() => load(partyAId)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
      width={760}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="partyAName" label="甲方名称" rules={[requiredText('甲方名称')]}>
        <Input maxLength={100} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="partyACode" label="甲方编码" rules={[requiredText('甲方编码')]}>
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="shortName" label="简称">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="unitKind" label="单位性质" rules={[requiredChoice('单位性质')]}>
        <Select options={[...UNIT_KINDS]} />
      </Form.Item>
      <DeptItem />
      <Form.Item name="uscc" label="统一社会信用代码">
        <Input maxLength={18} autoComplete="off" />
      </Form.Item>
      <Form.Item name="contact" label="联系人">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remitRequired" label="租金上缴财政" valuePropName="checked">
        <Switch checkedChildren="上缴" unCheckedChildren="不上缴" />
      </Form.Item>
      <Form.Item name="remitDay" label="上缴日（次月几日前）" rules={numeric('上缴日')}>
        <IntegerInput min={1} max={28} />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Radio.Group options={dictOptions(states)} />
      </Form.Item>
      <Accounts />
      <Form.Item name="remark" label="备注" className={formDialogStyles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
