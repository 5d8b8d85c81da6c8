import { useMutation } from '@tanstack/react-query';
import { App, Form, type FormInstance, Modal, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { textOf } from '@/api/errors';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { EmptyState } from './EmptyState';
import { PendingParts, usePendingParts } from './pending';
import { useFormToken } from './useFormToken';
import './form-dialog.css';

interface FormDialogProps<Values extends object> {
  title: string;
  /** Undefined while the values are still on their way. */
  initial: Partial<Values> | undefined;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
  width?: number;
  /** What the button that sends says. */
  okText?: string;
  /** Something has to happen before it can be sent. */
  blocked?: boolean;
  /** Why the values could not be loaded. */
  error?: unknown;
  children: React.ReactNode | ((form: FormInstance<Values>) => React.ReactNode);
}

/** Long forms scroll inside the dialog; the padding leaves room for focus rings. */
const BODY_STYLE = { maxHeight: 'calc(100vh - 200px)', overflow: 'auto', margin: '0 -8px', padding: '0 8px' } as const;

const UNARRIVED = '有文件没有上传成功，请重试或删除后再提交';

/** Checks and sends the form once its uploads have arrived; a second press meanwhile does nothing. */
function useSubmission<Values>(form: FormInstance<Values>) {
  const { message } = App.useApp();
  const { register, settleAll } = usePendingParts();
  const [waiting, setWaiting] = useState(false);
  const busy = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const press = async () => {
    if (busy.current) return;
    busy.current = true;
    setWaiting(true);
    const arrived = await settleAll();
    busy.current = false;
    if (gone.current) return;
    setWaiting(false);
    if (arrived) form.submit();
    else void message.error(UNARRIVED);
  };
  return { register, waiting, press: () => void press() };
}

/** A form in a dialog: loads, validates, saves, reports a refusal and closes only after success. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, initial, save, onClose, width = 640, okText = '确定', blocked = false, error, children } = props;
  const [form] = Form.useForm<Values>();
  const { modal } = App.useApp();
  const [dirty, setDirty] = useState(false);
  const busy = useRef(false);
  const token = useFormToken();
  const saving = useMutation({
    mutationFn: (values: Values) => token.send(() => save(values)),
    onSuccess: onClose,
    onSettled: () => {
      busy.current = false;
    },
  });
  useUnsaved(dirty && !saving.isSuccess);
  // Enter and the button may both be quicker than the state that disables the button
  const submit = (values: Values) => {
    if (busy.current || blocked) return;
    busy.current = true;
    saving.mutate(values);
  };
  const leave = () => {
    if (!dirty) onClose();
    else {
      modal.confirm({
        title: UNSAVED_TITLE,
        content: UNSAVED_TEXT,
        okText: '放弃',
        cancelText: '继续填写',
        centered: true,
        onOk: onClose,
      });
    }
  };
  const { register, waiting, press } = useSubmission(form);
  const ready = initial !== undefined;
  return (
    <Modal
      open
      centered
      title={title}
      width={width}
      okText={okText}
      cancelText="取消"
      onCancel={leave}
      onOk={press}
      confirmLoading={saving.isPending || waiting}
      okButtonProps={{ disabled: !ready || blocked }}
      mask={{ closable: false }}
      styles={{ body: BODY_STYLE }}
    >
      {ready ? (
        <Form<Values>
          form={form}
          layout="vertical"
          className="form-grid"
          initialValues={initial}
          scrollToFirstError
          onValuesChange={() => setDirty(true)}
          onFinish={submit}
        >
          <PendingParts.Provider value={register}>
            {typeof children === 'function' ? children(form) : children}
          </PendingParts.Provider>
          <button
            type="submit"
            hidden
            aria-hidden="true"
            tabIndex={-1}
            // Enter presses it
            onClick={(event) => {
              event.preventDefault();
              press();
            }}
          />
        </Form>
      ) : error ? (
        <EmptyState kind="error" title="加载失败" text={textOf(error)} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} title={false} />
      )}
    </Modal>
  );
}
