import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { useId, useState } from 'react';
import { Glyph } from '@/ui/Glyph';
import styles from '../public.module.css';

interface FieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  icon: IconDefinition;
  autoComplete: string;
  placeholder?: string;
  /** A complaint about the value; shown below the field. */
  error?: string;
  hint?: string;
  autoFocus?: boolean;
  inputMode?: 'text' | 'numeric';
  /** Stands beside the field. */
  beside?: React.ReactNode;
}

interface NoteProps {
  id?: string;
  kind: 'plain' | 'warn' | 'bad';
  children: React.ReactNode;
}

/** A line below a field. */
export function Note({ id, kind, children }: NoteProps) {
  return (
    <div className={`${styles.pubNote} ${styles[kind] ?? ''}`} id={id} role={kind === 'plain' ? undefined : 'alert'}>
      {kind !== 'plain' && <Glyph icon={ExclamationCircleFilled} />}
      {children}
    </div>
  );
}

interface FieldNoteProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** The complaint about a field, else its hint. */
function FieldNote({ id, error, hint }: FieldNoteProps) {
  if (!error && !hint) return null;
  return (
    <Note id={id} kind={error ? 'bad' : 'plain'}>
      {error || hint}
    </Note>
  );
}

/** A labelled text field with an icon. */
export function TextField(props: FieldProps) {
  const id = useId();
  const { label, name, value, onChange, icon, autoComplete, placeholder, error, beside } = props;
  const field = (
    <div className={`${styles.pubInput} ${error ? styles.bad : ''}`}>
      <Glyph icon={icon} />
      <input
        id={id}
        name={name}
        value={value}
        placeholder={placeholder}
        autoComplete={autoComplete}
        inputMode={props.inputMode}
        // biome-ignore lint/a11y/noAutofocus: the form is the page's only purpose
        autoFocus={props.autoFocus}
        aria-invalid={Boolean(error)}
        aria-describedby={props.error || props.hint ? `${id}-note` : undefined}
        spellCheck={false}
        autoCapitalize="none"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
  return (
    <div className={styles.pubField}>
      <label htmlFor={id}>{label}</label>
      {beside ? (
        <div className={styles.pubCaptcha}>
          {field}
          {beside}
        </div>
      ) : (
        field
      )}
      <FieldNote id={`${id}-note`} error={props.error} hint={props.hint} />
    </div>
  );
}

/** A password field: shows its text on demand and says when Caps Lock is on. */
export function PasswordField(props: Omit<FieldProps, 'icon' | 'inputMode' | 'beside'>) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  const [caps, setCaps] = useState(false);
  const watchCaps = (event: React.KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div className={styles.pubField}>
      <label htmlFor={id}>{props.label}</label>
      <div className={`${styles.pubInput} ${props.error ? styles.bad : ''}`}>
        <Glyph icon={LockOutlined} />
        <input
          id={id}
          name={props.name}
          type={visible ? 'text' : 'password'}
          value={props.value}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          // biome-ignore lint/a11y/noAutofocus: the form is the page's only purpose
          autoFocus={props.autoFocus}
          aria-invalid={Boolean(props.error)}
          aria-describedby={props.error || props.hint ? `${id}-note` : undefined}
          onInput={(event) => props.onChange(event.currentTarget.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
        />
        {caps && <span className={styles.pubCapsMark}>大写</span>}
        <button
          type="button"
          className={styles.pubEye}
          aria-label={visible ? '隐藏密码' : '显示密码'}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Glyph icon={visible ? EyeOutlined : EyeInvisibleOutlined} />
        </button>
      </div>
      {caps && <Note kind="warn">大写锁定已打开，密码区分大小写</Note>}
      <FieldNote id={`${id}-note`} error={props.error} hint={props.hint} />
    </div>
  );
}
