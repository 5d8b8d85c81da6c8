import { Checkbox, Form, Input, Select } from 'antd';
import { dictTypesQuery } from '@/api/dict';
import type { Design } from '@/api/registerDesign';
import type { RegisterField } from '@/api/registers';
import { isNumber } from '@/features/registers/values';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric, requiredNumeric } from '@/ui/NumberInput';
import { ReminderItems, type ReminderValues, readReminder, toReminder, WaitingItems } from './ReminderItems';

interface Values
  extends Pick<
    RegisterField,
    | 'dictionary'
    | 'link'
    | 'unit'
    | 'places'
    | 'defaultValue'
    | 'help'
    | 'width'
    | 'group'
    | 'sensitive'
    | 'searched'
    | 'pattern'
    | 'waits'
  > {
  min?: number | null;
  max?: number | null;
  length?: number | null;
  newEntries?: string;
  aliasText?: string;
  operands?: { sign: string; field: number; number: string }[];
  isOpen?: boolean;
  /** Decimal places that the result is rounded to; -1 for those of the field. */
  round?: number;
  reminder?: ReminderValues;
}

interface FieldDialogProps {
  design: Design;
  field: RegisterField;
  fields: readonly RegisterField[];
  onSave: (field: RegisterField) => void;
  onClose: () => void;
}

const TEXTS = new Set(['text', 'code', 'long']);
const MOST = 9_007_199_254_740_991;
const lines = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function Dictionary({ field }: { field: RegisterField }) {
  const types = useQuery(dictTypesQuery());
  const options = (types.data ?? []).map(({ dictId, dictName }) => ({ value: dictId, label: dictName }));
  return (
    <>
      <Form.Item
        name="dictionary"
        label="字典"
        extra={field.since > 0 ? '已发布的字段不能更换字典' : '留空并在右侧填写选项，发布时新建字典'}
      >
        <Select
          allowClear
          disabled={field.since > 0 && field.dictionary !== 0}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          {...choiceProps(types)}
        />
      </Form.Item>
      {field.dictionary === 0 && (
        <Form.Item name="newEntries" label="新字典的选项，每行一个">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
        </Form.Item>
      )}
    </>
  );
}

const SIGNS = [
  ['+', '加'],
  ['-', '减'],
  ['*', '乘'],
  ['/', '除以'],
].map(([value, label]) => ({ value, label }));

const AS_FIELD = -1;
const ROUNDINGS = [
  { value: AS_FIELD, label: '字段的小数位数' },
  ...[0, 1, 2, 3, 4, 5, 6].map((value) => ({ value, label: value === 0 ? '整数' : `${value} 位小数` })),
];

/** 计算字段: at most eight operands of the same row. */
function FormulaItems({ design, field, fields }: Pick<FieldDialogProps, 'design' | 'field' | 'fields'>) {
  const counted = new Set(design.kinds.filter((one) => one.isCounted).map(({ kind }) => kind));
  const operands = fields.filter(
    (one) => !one.archived && one.no !== field.no && one.no > 0 && counted.has(one.kind) && !one.formula,
  );
  const options = [{ value: 0, label: '数字' }, ...operands.map(({ no, label }) => ({ value: no, label }))];
  return (
    <>
      <Form.List name="operands">
        {(rows, { add, remove }) => (
          <fieldset className={styles.wide}>
            <legend>计算式（不填则由人填写；日期相减得天数）</legend>
            {rows.map((row) => (
              <div key={row.key} style={{ display: 'flex', gap: 8, marginBottom: 8 }}>
                <Form.Item name={[row.name, 'sign']} noStyle>
                  <Select aria-label="运算" options={SIGNS} style={{ width: 90 }} />
                </Form.Item>
                <Form.Item name={[row.name, 'field']} noStyle>
                  <Select aria-label="字段" options={options} style={{ flex: 1 }} />
                </Form.Item>
                <Form.Item name={[row.name, 'number']} noStyle>
                  <Input aria-label="数字" placeholder="数字" style={{ width: 110 }} />
                </Form.Item>
                <button type="button" className="link" onClick={() => remove(row.name)}>
                  删除
                </button>
              </div>
            ))}
            {rows.length < 8 && (
              <button
                type="button"
                className="link"
                onClick={() => add({ sign: '+', field: options[1]?.value ?? 0, number: '' })}
              >
                添加一项
              </button>
            )}
          </fieldset>
        )}
      </Form.List>
      <Form.Item
        name="round"
        label="计算结果四舍五入到"
        extra="按字段的单位；与表格中的 ROUND 相同，一般不需要选择"
        hidden={field.kind === 'day'}
      >
        <Select options={ROUNDINGS} />
      </Form.Item>
      {operands.some(({ sensitive }) => sensitive) && (
        <Form.Item name="isOpen" valuePropName="checked" noStyle>
          <Checkbox>公开计算结果：有敏感字段参与时也让所有人看到（不勾选则同样敏感）</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** 全部设置: everything about a field that the line does not show. */
export default function FieldDialog({ design, field, fields, onSave, onClose }: FieldDialogProps) {
  const rules = design.kinds.find(({ kind }) => kind === field.kind);
  const initial: Values = {
    ...field,
    newEntries: field.entries.map(({ label }) => label).join('\n'),
    aliasText: field.aliases.join('\n'),
    operands: (field.formula?.operands ?? []).map(({ sign = '+', field: no = 0, number = '' }) => ({
      sign,
      field: no,
      number,
    })),
    isOpen: field.formula?.isOpen ?? false,
    round: field.formula?.round ?? AS_FIELD,
    ...(field.kind === 'day' && { reminder: readReminder(field) }),
  };
  const save = async ({
    newEntries,
    aliasText,
    operands,
    isOpen,
    round = AS_FIELD,
    reminder,
    dictionary,
    waits,
    ...values
  }: Values) => {
    const labels = lines(newEntries);
    const { formula: _, remind: __, waits: ___, ...rest } = field;
    const rounded = round === AS_FIELD ? {} : { round };
    onSave({
      ...rest,
      ...values,
      dictionary: dictionary ?? 0,
      entries: dictionary
        ? []
        : labels.map((label, place) => ({
            label,
            value: field.entries.find((one) => one.label === label)?.value ?? String(place + 1),
          })),
      aliases: lines(aliasText),
      // the types know a sign of the form as any text; what is offered is what the server takes
      ...(operands &&
        operands.length > 0 && { formula: { operands: operands as never, isOpen: isOpen ?? false, ...rounded } }),
      ...(reminder?.on && { remind: toReminder(reminder) }),
      ...(waits && waits.length > 0 && { waits }),
    } as RegisterField);
  };
  return (
    <FormDialog<Values> title={`“${field.label}”的设置`} initial={initial} save={save} onClose={onClose}>
      {rules?.hasDictionary && (
        <>
          <Dictionary field={field} />
          <Form.Item name="open" valuePropName="checked" noStyle>
            <Checkbox>填写时可新增选项：有“新增”权限的人输入的新内容成为本登记表字典的选项</Checkbox>
          </Form.Item>
        </>
      )}
      {field.kind === 'link' && (
        <Form.Item name="link" label="关联什么">
          <Select
            disabled={field.since > 0}
            options={design.links.map(([value, label]) => ({ value: String(value), label: String(label) }))}
          />
        </Form.Item>
      )}
      {isNumber(field) && (
        <>
          <Form.Item name="unit" label="单位">
            <Input maxLength={10} autoComplete="off" />
          </Form.Item>
          {field.kind === 'decimal' && (
            <Form.Item name="places" label="小数位数" rules={requiredNumeric()}>
              <IntegerInput min={1} max={6} />
            </Form.Item>
          )}
          {field.kind !== 'percent' && field.kind !== 'year' && (
            <Form.Item name="unsummed" valuePropName="checked" noStyle>
              <Checkbox>不求和：列表、汇总和导出中不显示合计</Checkbox>
            </Form.Item>
          )}
          <Form.Item
            name="min"
            label="最小值"
            rules={numeric()}
            extra="按存储单位：金额为分，百分比为百万分之一，面积为百分之一平方米"
          >
            <IntegerInput min={-MOST} max={MOST} />
          </Form.Item>
          <Form.Item name="max" label="最大值" rules={numeric()}>
            <IntegerInput min={-MOST} max={MOST} />
          </Form.Item>
        </>
      )}
      {TEXTS.has(field.kind) && (
        <>
          <Form.Item name="length" label="最多字数" rules={numeric()}>
            <IntegerInput min={1} max={10_000} unit="字" />
          </Form.Item>
          <Form.Item name="pattern" label="校验规则">
            <Select
              allowClear
              options={design.patterns.map(([value, label]) => ({ value: String(value), label: String(label) }))}
            />
          </Form.Item>
        </>
      )}
      <Form.Item name="defaultValue" label="默认值" extra="日期填 today 为当天，人员填 me 为填写人">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="group" label="分组标题">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="width" label="列宽" rules={numeric()} extra="像素，0 为自动">
        <IntegerInput min={0} max={800} />
      </Form.Item>
      <Form.Item name="help" label="帮助" className={styles.wide}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="aliasText"
        label="曾用名，每行一个"
        className={styles.wide}
        extra="导入的工作簿用这些列名时也能识别"
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="searched" valuePropName="checked" noStyle>
        <Checkbox>关键字可搜索</Checkbox>
      </Form.Item>
      <Form.Item name="sensitive" valuePropName="checked" noStyle>
        <Checkbox>敏感：只有“查看敏感信息”权限的人能看到</Checkbox>
      </Form.Item>
      {(field.kind === 'choice' || field.kind === 'flag') && <WaitingItems field={field} />}
      {field.kind === 'day' && <ReminderItems field={field} fields={fields} />}
      {rules?.isCounted && <FormulaItems design={design} field={field} fields={fields} />}
    </FormDialog>
  );
}
