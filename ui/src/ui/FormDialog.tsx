import { App, Button, Form, type FormInstance, Skeleton } from 'antd';
import { useContext, useEffect, useRef, useState } from 'react';
import type { FormToken, Reading } from '@/lib/formToken';
import { NotSent } from '@/lib/notSent';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import { DictsFailed } from './DictsFailed';
import { useFieldRefusal } from './fieldRefusal';
import formDialogStyles from './form-dialog.module.css';
import { LoadFailed } from './LoadFailed';
import { PendingParts, usePendingParts } from './pending';
import { Refusal } from './Refusal';
import { SEND_AGAIN, SendsAgain } from './sendsAgain';
import { useFormToken } from './useFormToken';
import { usePhone } from './useMedia';
import { useTheirs } from './useTheirs';

/** What the form starts from: known at once, or still on its way from a reading that may fail. */
type Start<Values> =
  | { initial: Partial<Values>; source?: undefined }
  | {
      initial: Partial<Values> | undefined;
      source: { error: unknown; refetch: () => Promise<unknown>; reading?: Reading };
    };

type FormDialogProps<Values extends object> = Start<Values> & {
  title: string;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** Instead of `onClose` where it matters that it was saved. */
  onSaved?: () => void;
  /** Of the form that this one belongs to; else its own. */
  token?: FormToken;
  /** Before the names of its fields, where it stands over another form that may have the same. */
  name?: string;
  width?: number;
  /** What the button that sends says; of a document that came back it always says that it is sent again. */
  okText?: string;
  /** Is said when it was saved and nothing follows. */
  said?: string;
  /** A second button saves as well and begins the next one, with what this gives of the values that were saved. */
  another?: (saved: Values) => Partial<Values>;
  /** Something has to happen before it can be sent. */
  blocked?: boolean;
  children: React.ReactNode | ((form: FormInstance<Values>) => React.ReactNode);
};

/** Long forms scroll inside the dialog; the padding leaves room for focus rings. */
const BODY_STYLE = { maxHeight: 'calc(100vh - 200px)', overflow: 'auto', margin: '0 -8px', padding: '0 8px' } as const;

const FIELDS =
  'input:not([type=hidden]):not([disabled]):not([readonly]):not([type=file]), textarea:not([disabled]), [contenteditable=true]';

const NOT_SENT = '已保存，还没有重新提交';
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

/** The first field is where one begins; a phone would open its keyboard over the form. */
function useFirstField(ready: boolean) {
  // a dialog over another one comes later than its form
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const phone = usePhone();
  useEffect(() => {
    if (!ready || phone || !box) return;
    // after the dialog has taken the focus for itself
    const timer = setTimeout(() => {
      if (box.contains(document.activeElement)) return;
      box.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [ready, phone, box]);
  return { box, setBox };
}

/** A form in a dialog: loads, validates, saves, says a refusal where it happened and closes only after success. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const {
    title,
    initial,
    save,
    onClose,
    onSaved = onClose,
    width = 640,
    okText = '确定',
    blocked = false,
    source,
    another,
    said,
    children,
  } = props;
  const [form] = Form.useForm<Values>();
  const { modal, message } = App.useApp();
  const [dirty, setDirty] = useState(false);
  const sendsAgain = useContext(SendsAgain);
  // the second button was pressed: the next one follows, or it isn't sent again
  const goOn = useRef(false);
  const own = useFormToken();
  const token = props.token ?? own;
  const refusal = useFieldRefusal(form);
  const saving = useMutation({
    mutationFn: (values: Values) => token.send(() => save(values), source?.reading),
    onSuccess: (_answer, saved) => {
      if (sendsAgain && !goOn.current) return sendsAgain();
      if (sendsAgain || !goOn.current || !another) {
        if (sendsAgain) void message.success(NOT_SENT);
        else if (said) void message.success(said);
        return onSaved();
      }
      // what follows is another record
      form.resetFields();
      form.setFieldsValue(another(saved) as Parameters<typeof form.setFieldsValue>[0]);
      setDirty(false);
      saving.reset();
      box?.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
    },
    onError: (error) => {
      if (error instanceof NotSent) saving.reset();
      else refusal.show(error);
    },
  });
  const theirs = useTheirs(form, initial, source, saving.error, saving.reset);
  useUnsaved(dirty && !saving.isSuccess);
  const submit = (values: Values) => {
    if (!blocked) saving.mutate(values);
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
  const { box, setBox } = useFirstField(ready);
  return (
    <Modal
      open
      centered
      title={title}
      width={width}
      okText={sendsAgain ? SEND_AGAIN : okText}
      cancelText="取消"
      onCancel={leave}
      onOk={() => {
        goOn.current = false;
        press();
      }}
      {...((another || sendsAgain) && {
        footer: (_original: React.ReactNode, { OkBtn, CancelBtn }: { OkBtn: React.FC; CancelBtn: React.FC }) => (
          <>
            <CancelBtn />
            <Button
              disabled={!ready || blocked || saving.isPending || waiting}
              onClick={() => {
                goOn.current = true;
                press();
              }}
            >
              {sendsAgain ? '只保存' : '保存并继续'}
            </Button>
            <OkBtn />
          </>
        ),
      })}
      confirmLoading={saving.isPending || waiting}
      okButtonProps={{ disabled: !ready || blocked }}
      mask={{ closable: false }}
      styles={{ body: BODY_STYLE }}
    >
      {ready ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
        <div
          ref={setBox}
          onKeyDown={(event) => {
            // within a text of several lines Enter is a line; dialogs above this one send their keys through here too
            if (!event.currentTarget.contains(event.target as Node)) return;
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !blocked && !saving.isPending) {
              event.preventDefault();
              goOn.current = false;
              press();
            }
          }}
        >
          <DictsFailed />
          <Form<Values>
            form={form}
            {...(props.name && { name: props.name })}
            layout="vertical"
            className={formDialogStyles.formGrid}
            initialValues={initial}
            scrollToFirstError={{ focus: true }}
            onValuesChange={() => {
              setDirty(true);
              refusal.forget();
              if (saving.isError) saving.reset();
            }}
            onFinish={submit}
          >
            <SendsAgain.Provider value={null}>
              <PendingParts.Provider value={register}>
                {typeof children === 'function' ? children(form) : children}
              </PendingParts.Provider>
            </SendsAgain.Provider>
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
          <Refusal error={refusal.rest(saving.error)} />
          {theirs.box}
        </div>
      ) : source?.error ? (
        <LoadFailed title="加载失败" error={source.error} retry={source.refetch} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} title={false} />
      )}
    </Modal>
  );
}
