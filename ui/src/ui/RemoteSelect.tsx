import { Select, type SelectProps } from 'antd';
import { type ChoiceSource, choiceProps } from './choices';

interface Option {
  value: number | string;
  label: string;
}

type Given = 'options' | 'showSearch' | 'loading' | 'notFoundContent' | 'onChange';

export interface RemoteSelectProps<Row> extends Omit<SelectProps, Given> {
  source: ChoiceSource;
  rows: readonly Row[] | undefined;
  option: (row: Row) => Option;
  /** Said when there are none. */
  none?: string;
  onChange?: ((value: never) => void) | undefined;
}

/** A short list of choices that comes from the server and is searched in the browser. */
export function RemoteSelect<Row>({ source, rows = [], option, none, onChange, ...rest }: RemoteSelectProps<Row>) {
  return (
    <Select
      {...rest}
      {...choiceProps(source, none)}
      showSearch={{ optionFilterProp: 'label' }}
      options={rows.map(option)}
      {...(onChange && { onChange: onChange as (value: unknown) => void })}
    />
  );
}
