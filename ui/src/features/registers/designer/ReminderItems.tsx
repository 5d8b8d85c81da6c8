/** 到期提醒 of a day: how long ahead, and what ends it. */
import { Checkbox, Form, Select, type SelectProps } from 'antd';
import { dictTypesQuery } from '@/api/dict';
import type { RegisterField } from '@/api/registers';
import { useDict } from '@/api/useDict';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';

type Reminder = NonNullable<RegisterField['remind']>;

export interface ReminderValues {
  on: boolean;
  ahead: number;
  field: number;
  values: string[];
}

/** Days ahead that are offered, as the server does for the columns of a workbook. */
const AHEAD = 30;
const LONGEST = 3650;
const MARK = ['reminder', 'on'];
const END = ['reminder', 'field'];

export const readReminder = ({ remind }: RegisterField): ReminderValues => ({
  on: Boolean(remind),
  ahead: remind?.ahead ?? AHEAD,
  field: remind?.field ?? 0,
  values: [...(remind?.values ?? [])],
});

export const toReminder = ({ ahead, field, values }: ReminderValues): Reminder => ({
  ahead,
  field,
  values: field === 0 ? [] : values,
});

const YES_NO = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];

type ValuesProps = Omit<SelectProps<string[]>, 'options' | 'mode'>;

/** The entries of a dictionary that is there already. */
function Known({ type, ...props }: { type: string } & ValuesProps) {
  const options = useDict(type).map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
  return <Select<string[]> {...props} mode="multiple" options={options} />;
}

/** Values of a choice or yes/no: those that end a reminder, or those whose rows wait. */
function EndValues({ end, ...props }: { end: RegisterField } & ValuesProps) {
  const types = useQuery({ ...dictTypesQuery(), enabled: end.dictionary > 0 });
  const type = types.data?.find(({ dictId }) => dictId === end.dictionary)?.dictType;
  if (type) return <Known {...props} type={type} />;
  const own = end.entries.map(({ value = '', label = '' }) => ({ value, label }));
  return <Select<string[]> {...props} mode="multiple" options={end.kind === 'flag' ? YES_NO : own} />;
}

export function ReminderItems({ field, fields }: { field: RegisterField; fields: readonly RegisterField[] }) {
  const form = Form.useFormInstance();
  const on = Form.useWatch(MARK, form) as boolean | undefined;
  const chosen = Form.useWatch(END, form) as number | undefined;
  const ends = fields.filter(
    (one) => !one.archived && one.no > 0 && one.no !== field.no && (one.kind === 'choice' || one.kind === 'flag'),
  );
  const end = ends.find(({ no }) => no === chosen);
  return (
    <>
      <Form.Item name={MARK} valuePropName="checked" noStyle>
        <Checkbox>到期提醒：在首页待办中提醒能看到该行的人</Checkbox>
      </Form.Item>
      {on && (
        <>
          <Form.Item
            name={['reminder', 'ahead']}
            label="提前天数"
            rules={requiredNumeric()}
            extra="含当天，0 为到期当天；日期为空的行不提醒"
          >
            <IntegerInput min={0} max={LONGEST} unit="天" />
          </Form.Item>
          <Form.Item name={END} label="办结字段" extra="该字段为所选值的行不再提醒">
            <Select
              options={[
                { value: 0, label: '不设（清空日期后不再提醒）' },
                ...ends.map(({ no, label }) => ({ value: no, label })),
              ]}
              onChange={() => form.setFieldValue(['reminder', 'values'], [])}
            />
          </Form.Item>
          {end && (
            <Form.Item name={['reminder', 'values']} label="表示办结的值" rules={[requiredChoice('表示办结的值')]}>
              <EndValues end={end} />
            </Form.Item>
          )}
        </>
      )}
    </>
  );
}

/** 待办: values whose rows wait for somebody. */
export function WaitingItems({ field }: { field: RegisterField }) {
  return (
    <Form.Item
      name="waits"
      label="待办"
      extra="所选值的行在能看到它们的人的首页待办和“我的工作”中计数，点开即是这些行；不选则不提醒"
    >
      <EndValues end={field} allowClear placeholder="不设" />
    </Form.Item>
  );
}
