import {
  Checkbox,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Radio,
  Select,
  Skeleton,
  Spin,
  Steps,
  Switch,
  TreeSelect,
} from 'antd';
import { REQUIRED_TEXT } from '@/lib/rules';
import { rehearsal } from './rehearsal';

const CHOICES = [
  { value: 1, label: '一' },
  { value: 2, label: '二' },
];
const RULES = [{ required: true, message: REQUIRED_TEXT }];

/** One of each kind of field, as the dialogs of forms show them. */
export const rehearseForms = rehearsal({
  nothing: null,
  form: (
    <Form layout="vertical">
      <Form.Item label="名称" name="name" rules={RULES} extra="说明">
        <Input maxLength={20} />
      </Form.Item>
    </Form>
  ),
  choice: <Radio.Group options={CHOICES} value={1} />,
  text: <Input.TextArea rows={2} maxLength={20} showCount />,
  number: <InputNumber prefix="¥" suffix="元" value={1} />,
  date: <DatePicker />,
  tree: <TreeSelect treeData={[{ value: 1, title: '一' }]} value={1} />,
  search: <Select showSearch allowClear options={CHOICES} value={1} loading />,
  steps: <Steps size="small" items={[{ title: '一' }, { title: '二' }]} />,
  waiting: <Skeleton active />,
  spin: <Spin />,
  switch: <Switch checked />,
  checkbox: <Checkbox>一</Checkbox>,
});
