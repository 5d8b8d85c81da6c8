import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { FormDialog } from '@/ui/FormDialog';
import { LoadFailed } from '@/ui/LoadFailed';

interface EntityDialogProps<Values extends object> {
  /** Instead of «新增» or «修改» and the noun. */
  title?: string;
  noun: string;
  /** Null = a new one. */
  id: number | null;
  /** What the form starts from: a blank for a new one, the server's present state for an old one. */
  load: () => Promise<Partial<Values>>;
  save: (values: Values) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
  width?: number;
  /** A function gets what was loaded; the form itself does not know it yet when its fields are first drawn. */
  children: React.ReactNode | ((loaded: Partial<Values>) => React.ReactNode);
}

/** Adds or changes one record; a record that cannot be loaded says why instead of showing an empty form. */
export function EntityDialog<Values extends object>(props: EntityDialogProps<Values>) {
  const { noun, id, load, save, onSaved, onClose, width, children } = props;
  const { message } = App.useApp();
  const title = props.title ?? `${id === null ? '新增' : '修改'}${noun}`;
  const loaded = useQuery({ queryKey: ['form', title, id], queryFn: load, gcTime: 0, staleTime: 0 });
  if (loaded.isError) {
    return (
      <FormDialog title={title} initial={undefined} save={async () => {}} onClose={onClose}>
        <LoadFailed title={`${noun}加载失败`} error={loaded.error} retry={loaded.refetch} />
      </FormDialog>
    );
  }
  const saveAndTell = async (values: Values) => {
    await save(values);
    void message.success('保存成功');
    onSaved();
  };
  return (
    <FormDialog<Values>
      title={title}
      initial={loaded.data}
      save={saveAndTell}
      onClose={onClose}
      {...(width && { width })}
    >
      {typeof children === 'function' ? () => children(loaded.data ?? {}) : children}
    </FormDialog>
  );
}
