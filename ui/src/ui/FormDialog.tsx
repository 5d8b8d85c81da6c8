import { useMutation } from '@tanstack/react-query';
import { Form, type FormInstance, Modal, Skeleton } from 'antd';
import { useEffect } from 'react';

interface FormDialogProps<Values extends object> {
  title: string;
  /** Undefined while the values are still on their way. */
  initial: Partial<Values> | undefined;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
  width?: number;
  children: React.ReactNode | ((form: FormInstance<Values>) => React.ReactNode);
}

/** A form in a dialog: loads, validates, saves, reports a refusal and closes only after success. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, initial, save, onClose, width = 640, children } = props;
  const [form] = Form.useForm<Values>();
  const saving = useMutation({ mutationFn: save, onSuccess: onClose });
  const ready = initial !== undefined;
  // the form takes initial values on its first render only; they may come later
  useEffect(() => {
    if (initial) form.setFieldsValue(initial as Parameters<typeof form.setFieldsValue>[0]);
  }, [initial, form]);
  return (
    <Modal
      open
      centered
      title={title}
      width={width}
      okText="确定"
      cancelText="取消"
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={saving.isPending}
      okButtonProps={{ disabled: !ready }}
      mask={{ closable: false }}
      className="form-dialog"
    >
      {!ready && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      <Form<Values>
        form={form}
        layout="vertical"
        className="form-grid"
        hidden={!ready}
        scrollToFirstError
        onFinish={(values) => saving.mutate(values)}
      >
        {typeof children === 'function' ? children(form) : children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  );
}
