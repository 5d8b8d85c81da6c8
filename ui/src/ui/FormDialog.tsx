import { App, Button, Form, type FormInstance, Skeleton } from 'antd';
import { memo, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { FormToken, Reading } from '@/lib/formToken';
import { NotSent } from '@/lib/notSent';
import { UNSAVED_TEXT, UNSAVED_TITLE, useUnsaved } from '@/lib/unsaved';
import { useLatestRef } from '@/lib/useLatestRef';
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
const BODY_STYLE = { maxHeight: 'var(--dialog-body)', overflow: 'auto', margin: '0 -8px', padding: '0 8px' } as const;

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

interface BodyProps {
  box: React.RefObject<HTMLDivElement | null>;
  /** Ctrl Enter; null while it can't be sent. */
  onSend: (() => void) | null;
  children: React.ReactNode;
}

/** Around the form. The first field is where one begins; a phone would open its keyboard over the form. */
function Body({ box, onSend, children }: BodyProps) {
  const phone = usePhone();
  useEffect(() => {
    const element = box.current;
    if (phone || !element) return;
    // after the dialog has taken the focus for itself; until then a dialog below takes it back at once
    let timer = 0;
    const begin = (times: number) => {
      if (element.contains(document.activeElement)) return;
      element.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
      if (times > 1 && !element.contains(document.activeElement)) timer = window.setTimeout(begin, 20, times - 1);
    };
    timer = window.setTimeout(begin, 0, 25);
    return () => clearTimeout(timer);
  }, [phone, box]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
    <div
      ref={box}
      onKeyDown={(event) => {
        // within a text of several lines Enter is a line; dialogs above this one send their keys through here too
        if (!event.currentTarget.contains(event.target as Node)) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSend) {
          event.preventDefault();
          onSend();
        }
      }}
    >
      {children}
    </div>
  );
}

interface FieldsProps<Values extends object> {
  form: FormInstance<Values>;
  name: string | undefined;
  initial: Partial<Values>;
  register: ReturnType<typeof usePendingParts>['register'];
  onChange: () => void;
  onFinish: (values: Values) => void;
  onEnter: () => void;
  children: FormDialogProps<Values>['children'];
}

const TO_ERROR = { focus: true };

/**
 * The form itself, which is drawn for what it is given and not for what its dialog learns: a first key, a sending and a refusal
 * drew every field.
 */
function FieldsOf<Values extends object>(props: FieldsProps<Values>) {
  const { form, name, initial, register, onChange, onFinish, onEnter, children } = props;
  return (
    <Form<Values>
      form={form}
      {...(name && { name })}
      layout="vertical"
      className={formDialogStyles.formGrid}
      initialValues={initial}
      scrollToFirstError={TO_ERROR}
      onValuesChange={onChange}
      onFinish={onFinish}
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
          onEnter();
        }}
      />
    </Form>
  );
}

const Fields = memo(FieldsOf) as typeof FieldsOf;

/** Always the same functions, which do what was given last. */
function useLasting<Given extends Record<string, (value: never) => void>>(given: Given): Given {
  const latest = useLatestRef(given);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(latest.current ?? {}).map((key) => [key, (value: never) => latest.current?.[key]?.(value)]),
      ) as Given,
    [latest],
  );
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
      box.current?.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
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
  const box = useRef<HTMLDivElement>(null);
  const lasting = useLasting({
    onChange: () => {
      setDirty(true);
      refusal.forget();
      if (saving.isError) saving.reset();
    },
    onFinish: submit,
    onEnter: press,
  });
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
        <Body
          box={box}
          onSend={
            blocked || saving.isPending
              ? null
              : () => {
                  goOn.current = false;
                  press();
                }
          }
        >
          <DictsFailed />
          <Fields<Values> form={form} name={props.name} initial={initial} register={register} {...lasting}>
            {children}
          </Fields>
          <Refusal error={refusal.rest(saving.error)} />
          {theirs.box}
        </Body>
      ) : source?.error ? (
        <LoadFailed title="加载失败" error={source.error} retry={source.refetch} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} title={false} />
      )}
    </Modal>
  );
}
