import { App } from 'antd';
import { useContext } from 'react';
import { saidOf } from '@/features/approvals/saidOf';
import { useFormSource } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import { SendsAgain } from '@/ui/sendsAgain';

/** The answer of a `save` that has told the person itself what it did. */
export const SAID = Symbol('said');

interface EntityDialogProps<Values extends object, Answer> {
  /** Instead of «新增» or «修改» and the noun. */
  title?: string;
  noun: string;
  /** Null = a new one. */
  id: number | null;
  /** What the form starts from: a blank for a new one, the server's present state for an old one. */
  load: () => Promise<Partial<Values>>;
  save: (values: Values) => Promise<Answer>;
  /** What follows a success beside closing; the lists read themselves again (app/queryClient.ts). */
  onSaved?: (answer: Answer) => void;
  onClose: () => void;
  width?: number;
  /** Offers «保存并继续» for a new one: what the next one begins with. */
  another?: (saved: Values) => Partial<Values>;
  /** A function gets what was loaded; the form itself does not know it yet when its fields are first drawn. */
  children: React.ReactNode | ((loaded: Partial<Values>) => React.ReactNode);
}

/** Adds or changes one record; a record that cannot be loaded says why instead of showing an empty form. */
export function EntityDialog<Values extends object, Answer = unknown>(props: EntityDialogProps<Values, Answer>) {
  const { noun, id, load, save, onSaved, onClose, width, another, children } = props;
  const { message } = App.useApp();
  const title = props.title ?? `${id === null ? '新增' : '修改'}${noun}`;
  const source = useFormSource([title, id], load);
  // what is sent again says so by itself
  const sendsAgain = useContext(SendsAgain);
  const saveAndTell = async (values: Values) => {
    const answer = await save(values);
    if (answer !== SAID && !sendsAgain) void message.success(saidOf(answer, '保存成功'));
    onSaved?.(answer);
  };
  return (
    <FormDialog<Values>
      title={title}
      initial={source.data}
      source={source}
      save={saveAndTell}
      onClose={onClose}
      {...(width && { width })}
      {...(another && id === null && { another })}
    >
      {typeof children === 'function' ? () => children(source.data ?? {}) : children}
    </FormDialog>
  );
}
