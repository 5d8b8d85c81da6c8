import { Form, Input } from 'antd';
import { createDesign } from '@/api/registerDesign';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';

interface Begun {
  name: string;
  code?: string;
}

const CODE = { pattern: /^[a-z][a-z0-9]{1,19}$/, message: '编码应为 2 到 20 位小写字母和数字，以字母开头' };

/** 手工新建: a name and a code; the fields are drawn in the designer. */
export default function NewDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const save = async ({ name, code }: Begun) =>
    onMade(await createDesign({ ...(code && { code }), definition: { name, formColumns: 2, place: {} } }));
  return (
    <FormDialog<Begun> title="手工新建登记表" initial={{}} save={save} onClose={onClose} width={520} okText="新建">
      <Form.Item name="name" label="名称" rules={[requiredText('名称')]}>
        <Input maxLength={40} autoComplete="off" placeholder="如：信访事项台账" />
      </Form.Item>
      <Form.Item
        name="code"
        label="编码"
        rules={[CODE]}
        extra="用于地址和权限，发布后不能修改；不填则按名称的拼音首字母生成"
      >
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
