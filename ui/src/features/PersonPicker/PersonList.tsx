import { Skeleton } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Person } from '@/api/people';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { maskPhone, type PeopleSearch } from './people';
import styles from './person-picker.module.css';
import { nextIndex, scrollFor, visibleRange } from './window';

const ROW_HEIGHT = 40;
const MORE_WITHIN = 40;

interface PersonListProps {
  search: PeopleSearch;
  multiple: boolean;
  isChosen: (person: Person) => boolean;
  onToggle: (person: Person) => void;
  /** Double click, or Enter for a single person. */
  onAccept: (person: Person) => void;
}

interface PersonRowProps {
  person: Person;
  id: string;
  place: number;
  total: number;
  chosen: boolean;
  active: boolean;
  multiple: boolean;
  onClick: () => void;
  onDoubleClick: () => void;
}

function PersonRow({ person, id, place, total, chosen, active, multiple, ...events }: PersonRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-setsize={total}
      aria-posinset={place + 1}
      className={`${styles.personRow} ${active ? styles.active : ''} ${chosen ? styles.chosen : ''}`}
      style={{ top: place * ROW_HEIGHT }}
      {...events}
    >
      <i className={multiple ? styles.personCheck : styles.personRadio} aria-hidden="true" />
      <span className={styles.personName} title={`${person.realName}（${person.userName}）`}>
        {person.realName}
      </span>
      <span className={styles.personDept} title={person.dept?.deptName}>
        {person.dept?.deptName ?? ''}
      </span>
      <span className={styles.personPhone}>{maskPhone(person.phonenumber)}</span>
    </div>
  );
}

/** Why there is no list: nothing asked for, on its way, failed, or nobody found. */
function Instead({ search }: { search: PeopleSearch }) {
  const { wanted, query } = search;
  if (!wanted) return <EmptyState kind="empty" title="请输入姓名或电话关键字" text="也可以先在左侧选择部门。" />;
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (query.isError) {
    return <LoadFailed title="人员加载失败" error={query.error} retry={query.refetch} />;
  }
  return <EmptyState kind="empty" title="没有找到人员" text="换个姓名、拼音首字母或电话再试。" />;
}

/** Scroll position, height and active row of the list. */
function useListWindow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [active, setActive] = useState(-1);
  useLayoutEffect(() => {
    if (box.current?.clientHeight) setHeight(box.current.clientHeight);
  });
  const activate = (index: number) => {
    setActive(index);
    if (box.current) box.current.scrollTop = scrollFor(index, box.current.scrollTop, height, ROW_HEIGHT);
  };
  const restart = () => {
    setActive(-1);
    if (box.current) box.current.scrollTop = 0;
  };
  return { box, height, active, activate, setActive, setTop, restart, ...visibleRange(top, height, ROW_HEIGHT, count) };
}

/** The people found. Only rows in sight are drawn, so that thousands of them stay quick. */
export function PersonList({ search, multiple, isChosen, onToggle, onAccept }: PersonListProps) {
  const { people, total, query, words, deptId } = search;
  const prefix = useId();
  const list = useListWindow(people.length);
  const { box, height, active, first, end } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search starts at its first row
  useEffect(() => list.restart(), [words, deptId]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && end + MORE_WITHIN >= people.length) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, end, people.length]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = nextIndex(event.key, active, people.length, Math.floor(height / ROW_HEIGHT));
    const person = people[active];
    if (to !== undefined) list.activate(to);
    else if (event.key === ' ' && person) onToggle(person);
    else if (event.key === 'Enter' && person) (multiple ? onToggle : onAccept)(person);
    else return;
    event.preventDefault();
  };
  if (people.length === 0) {
    return (
      <div className={`${styles.personList} ${styles.none}`}>
        <Instead search={search} />
      </div>
    );
  }
  return (
    <div
      ref={box}
      className={styles.personList}
      role="listbox"
      tabIndex={0}
      aria-label="人员"
      aria-multiselectable={multiple}
      aria-activedescendant={people[active] ? `${prefix}${people[active].userId}` : undefined}
      onScroll={(event) => list.setTop(event.currentTarget.scrollTop)}
      onFocus={() => active < 0 && list.setActive(0)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: people.length * ROW_HEIGHT }} role="presentation">
        {people.slice(first, end).map((person, index) => (
          <PersonRow
            key={person.userId}
            id={`${prefix}${person.userId}`}
            person={person}
            place={first + index}
            total={total}
            chosen={isChosen(person)}
            active={active === first + index}
            multiple={multiple}
            onClick={() => {
              list.setActive(first + index);
              onToggle(person);
            }}
            onDoubleClick={() => !multiple && onAccept(person)}
          />
        ))}
      </div>
    </div>
  );
}
