import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Input, TreeSelect } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Person } from '@/api/people';
import { Modal } from '@/ui/overlays';
import { usePhone } from '@/ui/useMedia';
import { DeptBranches } from '../DeptTree/DeptBranches';
import { useDeptChoices } from '../DeptTree/tree';
import { keepAllUsers } from './keepAllUsers';
import { PersonList } from './PersonList';
import { type PeopleSearch, usePeopleByIds, useSearch } from './people';
import styles from './person-picker.module.css';

export interface PersonPickerProps {
  /** Several people; otherwise one. */
  multiple?: boolean;
  /** Ids of the people who are chosen already. */
  chosen?: readonly number[];
  onOk: (people: Person[]) => void;
  onClose: () => void;
  title?: string;
}

const NOBODY: readonly number[] = [];

/** Gives the focus back to what had it when the dialog goes. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // after the dialog's own clean-up, which lets go of the focus
      setTimeout(() => before instanceof HTMLElement && before.isConnected && before.focus());
    },
    [before],
  );
}

/** Departments beside the list; a drop-down above it on a phone. */
function Departments({ search, phone }: { search: PeopleSearch; phone: boolean }) {
  const tree = useDeptChoices();
  if (phone) {
    return (
      <TreeSelect
        aria-label="部门"
        className={styles.personDeptChoice}
        treeData={tree.data ?? []}
        fieldNames={{ value: 'id', label: 'label', children: 'children' }}
        treeDefaultExpandAll
        allowClear
        placeholder="全部部门"
        value={search.deptId ? Number(search.deptId) : null}
        onChange={(id: number | null | undefined) => search.setDeptId(id ? String(id) : '')}
      />
    );
  }
  return (
    <div className={styles.personDepts}>
      <DeptBranches nodes={tree.data ?? []} value={search.deptId} onChange={search.setDeptId} />
    </div>
  );
}

interface ChosenProps {
  people: readonly Person[];
  onRemove: (person: Person) => void;
  onClear: () => void;
}

/** The people chosen so far, at the right. */
function Chosen({ people, onRemove, onClear }: ChosenProps) {
  return (
    <section className={styles.personChosen} aria-label="已选人员">
      <div className={styles.personChosenHead}>
        <span role="status">已选 {people.length} 人</span>
        <button type="button" className="link" onClick={onClear} disabled={people.length === 0}>
          清空
        </button>
      </div>
      <ul>
        {people.map((person) => (
          <li key={person.userId}>
            <span title={person.dept?.deptName}>{person.realName}</span>
            <button
              type="button"
              className="ib"
              aria-label={`移除 ${person.realName}`}
              onClick={() => onRemove(person)}
            >
              <CloseOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 选择人员: finds people by name, pinyin, phone or department, one or several of them. */
export default function PersonPicker(props: PersonPickerProps) {
  const { multiple = false, chosen = NOBODY, onOk, onClose, title = '选择人员' } = props;
  const phone = usePhone();
  useEffect(keepAllUsers, []);
  const search = useSearch();
  const given = usePeopleByIds(chosen);
  const [own, setOwn] = useState<readonly Person[] | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useFocusBack();

  const people = own ?? given.data ?? [];
  const has = (person: Person) => people.some(({ userId }) => userId === person.userId);
  const remove = (person: Person) => setOwn(people.filter(({ userId }) => userId !== person.userId));
  const toggle = (person: Person) => {
    if (!multiple) setOwn([person]);
    else if (has(person)) remove(person);
    else setOwn([...people, person]);
  };
  const accept = (final: readonly Person[]) => {
    onOk([...final]);
    onClose();
  };
  const onSearchKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') search.searchNow();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  };
  return (
    <Modal
      open
      centered
      width={800}
      title={title}
      okText="确定"
      cancelText="取消"
      onCancel={onClose}
      onOk={() => accept(people)}
      okButtonProps={{ disabled: given.isPending || (!multiple && people.length === 0) }}
      mask={{ closable: false }}
    >
      <div className={styles.personTop}>
        <Input
          autoFocus
          allowClear
          aria-label="姓名或电话关键字"
          placeholder="姓名、拼音首字母或电话"
          prefix={<SearchOutlined aria-hidden />}
          value={search.words}
          onChange={(event) => search.setWords(event.target.value)}
          onKeyDown={onSearchKey}
        />
        <span className="t3" role="status">
          {search.wanted && search.query.isSuccess ? `找到 ${search.total.toLocaleString('zh-CN')} 人` : ''}
        </span>
        {!multiple && people[0] && <span className={styles.personNow}>已选：{people[0].realName}</span>}
      </div>
      <div className={`${styles.personBody} ${multiple ? styles.multiple : ''}`} ref={list}>
        <Departments search={search} phone={phone} />
        <PersonList
          search={search}
          multiple={multiple}
          isChosen={has}
          onToggle={toggle}
          onAccept={(person) => accept([person])}
        />
        {multiple && <Chosen people={people} onRemove={remove} onClear={() => setOwn([])} />}
      </div>
    </Modal>
  );
}
