import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { requiredChoice } from '@/lib/rules';
import formStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric } from '@/ui/NumberInput';
import businessStyles from './business.module.css';

interface HandoverItemsProps {
  legend: string;
  kinds: readonly string[];
  /** What a name may look like. */
  example: string;
  most: number;
  rowClass: string | undefined;
  /** What stands below a row: name of its list entry, and its number from 1. */
  below?: (name: number, number: number) => ReactNode;
}

/** Keys, meters, papers: rows of what is handed over. */
export function HandoverItems({ legend, kinds, example, most, rowClass, below }: HandoverItemsProps) {
  return (
    <Form.List name="items">
      {(rows, { add, remove }) => (
        <fieldset className={`${formStyles.wide} ${businessStyles.subRows}`}>
          <legend>{legend}</legend>
          {rows.map(({ key, name }, index) => (
            <div key={key} className={rowClass}>
              <Form.Item name={[name, 'kind']} rules={[requiredChoice('类别')]}>
                <Select
                  aria-label={`第${index + 1}项类别`}
                  options={kinds.map((kind) => ({ value: kind, label: kind }))}
                />
              </Form.Item>
              <Form.Item name={[name, 'name']}>
                <Input aria-label={`第${index + 1}项名称`} placeholder={`名称，如${example}`} maxLength={50} />
              </Form.Item>
              <Form.Item name={[name, 'quantity']} rules={numeric()}>
                <IntegerInput aria-label={`第${index + 1}项数量`} placeholder="数量" min={0} max={100000} />
              </Form.Item>
              <Form.Item name={[name, 'reading']}>
                <Input aria-label={`第${index + 1}项读数`} placeholder="表读数" maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'condition']}>
                <Input aria-label={`第${index + 1}项状况`} placeholder="状况" maxLength={100} />
              </Form.Item>
              <Button
                type="text"
                aria-label={`删除第${index + 1}项`}
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
              {below?.(name, index + 1)}
            </div>
          ))}
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={rows.length >= most}
            onClick={() => add({ kind: '其他' })}
          >
            添加一项
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}
