import { Form, Input } from 'antd';
import { requiredText } from '@/lib/rules';

interface CodeFieldProps {
  name?: string;
  label?: string;
  digits?: number;
  /** A recovery code may stand for it. */
  orRecovery?: boolean;
  autoFocus?: boolean;
  /** It may stay empty. */
  optional?: boolean;
}

/** Where a code of the second factor is typed. */
export function CodeField(props: CodeFieldProps) {
  const { name = 'code', label = '动态口令', digits = 6, orRecovery = false, autoFocus = false, optional } = props;
  return (
    <Form.Item
      name={name}
      label={label}
      rules={optional ? [] : [requiredText(label)]}
      extra={orRecovery ? `手机或令牌上的 ${digits} 位数字；不在手边时可输入一个恢复码` : undefined}
    >
      <Input
        autoComplete="one-time-code"
        inputMode={orRecovery ? 'text' : 'numeric'}
        maxLength={orRecovery ? 16 : 12}
        autoFocus={autoFocus}
      />
    </Form.Item>
  );
}
