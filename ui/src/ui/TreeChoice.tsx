import { Form } from 'antd';
import { type ChoiceSource, choiceProps } from './choices';
import { type ChoiceNode, SearchedTree } from './SearchedTree';

type Rules = React.ComponentProps<typeof Form.Item>['rules'];

interface TreeChoiceProps {
  name: string;
  label: string;
  nodes: readonly ChoiceNode[];
  rules?: Rules;
  placeholder?: string;
  allowClear?: boolean;
  /** Where the nodes come from, when they are asked for by the form itself. */
  source?: ChoiceSource;
  disabled?: boolean;
  className?: string;
}

/** A labelled choice from a tree, for forms: the value is the id. */
export function TreeChoice({ name, label, nodes, rules, className, source, ...rest }: TreeChoiceProps) {
  return (
    <Form.Item name={name} label={label} {...(rules && { rules })} {...(className && { className })}>
      <SearchedTree nodes={nodes} placeholder="请选择" {...(source && choiceProps(source))} {...rest} />
    </Form.Item>
  );
}
