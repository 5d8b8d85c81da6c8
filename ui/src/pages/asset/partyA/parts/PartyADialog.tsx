import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select, Switch } from 'antd';
import type { PartyAForm } from '@/api/assets';
import styles from '@/features/business/business.module.css';
import { DayInput } from '@/features/business/fields';
import { UNIT_KINDS } from '@/features/business/labels';
import { DeptItem } from '@/features/choices/lists';
import { crudDialog } from '@/features/records/crudDialog';
import { RemarkItem, StateItem, TextItem } from '@/features/records/items';
import { requiredChoice, requiredText } from '@/lib/rules';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';

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

/** What makes a party A. */
export default crudDialog<PartyAForm>(({ dicts: [states] }) => (
  <>
    <TextItem name="partyAName" label="甲方名称" max={100} required first />
    <TextItem name="partyACode" label="甲方编码" max={32} required />
    <TextItem name="shortName" label="简称" max={30} />
    <Form.Item name="unitKind" label="单位性质" rules={[requiredChoice('单位性质')]}>
      <Select options={[...UNIT_KINDS]} />
    </Form.Item>
    <DeptItem />
    <TextItem name="uscc" label="统一社会信用代码" max={18} />
    <TextItem name="contact" label="联系人" max={50} />
    <TextItem name="telephone" label="联系电话" max={50} />
    <Form.Item name="remitRequired" label="租金上缴财政" valuePropName="checked">
      <Switch checkedChildren="上缴" unCheckedChildren="不上缴" />
    </Form.Item>
    <Form.Item name="remitDay" label="上缴日（次月几日前）" rules={requiredNumeric()}>
      <IntegerInput min={1} max={28} />
    </Form.Item>
    <Form.Item name="booksFrom" label="账务启用日" extra="留空为参数中的统一启用日；已有账务后不能改动">
      <DayInput />
    </Form.Item>
    <StateItem states={states} />
    <Accounts />
    <RemarkItem />
  </>
));
