import { CloseCircleFilled, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { Person } from '@/api/people';
import { lazy } from '@/ui/lazy';
import { usePeopleByIds } from './people';
import styles from './person-picker.module.css';

const PersonPicker = lazy(() => import('./PersonPicker'));
const NOBODY: readonly number[] = [];

interface FieldFaceProps {
  id?: string | undefined;
  text: string;
  placeholder: string;
  onOpen: () => void;
  onClear: () => void;
}

/** Looks like an input; a click opens the picker. */
function FieldFace({ id, text, placeholder, onOpen, onClear }: FieldFaceProps) {
  return (
    <span className={styles.personField}>
      <Button id={id} className={styles.personFieldOpen} onClick={onOpen} aria-haspopup="dialog">
        <span className={text ? '' : 't3'}>{text || placeholder}</span>
        <UserOutlined aria-hidden />
      </Button>
      {text && (
        <button type="button" className={styles.personFieldClear} aria-label="清除人员" onClick={onClear}>
          <CloseCircleFilled aria-hidden />
        </button>
      )}
    </span>
  );
}

interface PersonFieldProps {
  /** Given by Form.Item. */
  id?: string;
  value?: number | readonly number[] | null;
  onChange?: (value: number | number[] | null) => void;
  onPick?: (people: Person[]) => void;
  multiple?: boolean;
  placeholder?: string;
}

/** People in a form: the value is an id, or a list of ids with `multiple`. */
export function PersonField(props: PersonFieldProps) {
  const { id, value, onChange, onPick, multiple = false, placeholder = '请选择人员' } = props;
  const [open, setOpen] = useState(false);
  const ids = typeof value === 'number' ? [value] : (value ?? NOBODY);
  const people = usePeopleByIds(ids);
  const pick = (picked: Person[]) => {
    const userIds = picked.map(({ userId }) => userId);
    onChange?.(multiple ? userIds : (userIds[0] ?? null));
    onPick?.(picked);
  };
  const names = people.data?.map(({ realName }) => realName).join('、') ?? (ids.length > 0 ? '…' : '');
  return (
    <>
      <FieldFace id={id} text={names} placeholder={placeholder} onOpen={() => setOpen(true)} onClear={() => pick([])} />
      <Suspense fallback={null}>
        {open && <PersonPicker multiple={multiple} chosen={ids} onOk={pick} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

interface PersonNameFieldProps {
  id?: string;
  value?: string | null;
  onChange?: (name: string) => void;
  /** The person behind the name, for other fields such as the telephone. */
  onPick?: (person: Person) => void;
  placeholder?: string;
}

/** A person in a form whose record keeps the name only, such as the leader of a department. */
export function PersonNameField({ id, value, onChange, onPick, placeholder = '请选择人员' }: PersonNameFieldProps) {
  const [open, setOpen] = useState(false);
  const pick = ([person]: Person[]) => {
    if (!person) return;
    onChange?.(person.realName);
    onPick?.(person);
  };
  return (
    <>
      <FieldFace
        id={id}
        text={value ?? ''}
        placeholder={placeholder}
        onOpen={() => setOpen(true)}
        onClear={() => onChange?.('')}
      />
      <Suspense fallback={null}>{open && <PersonPicker onOk={pick} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
