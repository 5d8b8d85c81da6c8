import { EnterOutlined, SearchOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import Fuse from 'fuse.js';
import { useEffect, useId, useMemo, useState } from 'react';
import { ApiError, CODE } from '@/api/errors';
import { reportError } from '@/api/failures';
import { saveFile } from '@/api/file';
import { type FoundKind, foundRecordsQuery } from '@/api/search';
import { HOME_PATH } from '@/lib/base';
import { isExternal, type MenuNode } from '@/lib/menu';
import { useDebounced } from '@/lib/useDebounced';
import { useQuery } from '@/lib/useQuery';
import { useSession } from '@/stores/session';
import { useCan } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { Modal } from '@/ui/overlays';
import { useOpenPage } from '@/ui/useOpenPage';
import { commandsFor, OF_TENANT } from './commands';
import { FIXED_PAGES } from './pages';

interface Entry {
  path: string;
  /** Titles from the root to the page; each one is searched. */
  title: string[];
  /** Full pinyin and initials of the titles; the server has the table. */
  pinyin: readonly string[];
}

/** Every visible page of the menu, and the pages everybody has. */
function entriesOf(tree: readonly MenuNode[], above: readonly string[] = []): Entry[] {
  return tree.flatMap(({ title: own, target: path, pinyin, children }) => {
    const title = [...above, own];
    return children.length > 0 ? entriesOf(children, title) : [{ path, title, pinyin }];
  });
}

/** Of the pages that no menu of the server names. */
const PINYIN: Readonly<Record<string, readonly string[]>> = {
  [HOME_PATH]: ['tongjibaobiao', 'tjbb'],
  '/today': ['wodegongzuo', 'wdgz'],
  '/todo': ['wodedaiban', 'wddb'],
  '/appr/todo': ['shenpizhongxin', 'spzx', 'daiban'],
  '/appr/deputy': ['dailishezhi', 'dlsz'],
  '/user/profile': ['gerenzhongxin', 'grzx'],
  '/notice': ['tongzhigonggao', 'tzgg'],
  '/showHelp/view': ['shiyongbangzhu', 'sybz'],
};

const SHOWN_WITHOUT_WORDS = 12;
const MOST = 30;

/** Specification 9: threshold 0.4, title 0.7, path 0.3. */
function makeSearch(entries: readonly Entry[]): (words: string) => Entry[] {
  const fuse = new Fuse(entries, {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  });
  return (words) => {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return entries.slice(0, SHOWN_WITHOUT_WORDS);
    // two letters at least: one is in every second title
    const read = wanted.length < 2 ? [] : entries.filter(({ pinyin }) => pinyin.some((text) => text.includes(wanted)));
    const alike = fuse.search(wanted, { limit: MOST }).map(({ item }) => item);
    return [...new Set([...read, ...alike])].slice(0, MOST);
  };
}

/** What can be chosen: a page, or a record. */
interface Choice {
  key: string;
  title: string;
  note: string;
  open: () => void;
}

interface Group {
  label: string;
  choices: Choice[];
}

/** A letter alone is in every second record; a Chinese character says something. */
const isAsked = (words: string): boolean => words.length > 1 || /\p{Script=Han}/u.test(words);
/** Pages leave room for records once something is typed. */
const PAGES_BESIDE_RECORDS = 8;
/** The kind of record that can be acted on from here, and how many of them show what. */
const TENANT = 'tenant';
const WITH_ACTIONS = 2;
/** What is typed rests that long before records are looked for. */
const REST_MS = 150;
const MOST_LETTERS = 200;

/** An older server does not know the question, and nobody is told of a right that he has not. */
const SILENT: readonly number[] = [CODE.notFound, CODE.forbidden];

/** Records with what is typed; what was asked before is given up. */
function useFound(words: string): {
  groups: readonly FoundKind[];
  source: UseQueryResult<FoundKind[]>;
  waiting: boolean;
} {
  const asked = useDebounced(words.trim().slice(0, MOST_LETTERS), REST_MS);
  const enabled = isAsked(asked);
  const source = useQuery({ ...foundRecordsQuery(asked), enabled, meta: { quiet: true } });
  const waiting = isAsked(words.trim()) && (asked !== words.trim().slice(0, MOST_LETTERS) || source.isFetching);
  return { groups: (enabled && source.data) || [], source, waiting };
}

const isSilent = (error: unknown): boolean => !error || (error instanceof ApiError && SILENT.includes(error.code));

interface OptionsProps {
  listId: string;
  groups: readonly Group[];
  marked: number;
  onMark: (place: number) => void;
}

/** The choices in their groups; one list for the arrows. */
function Options({ listId, groups, marked, onMark }: OptionsProps) {
  let place = -1;
  return groups.map(({ label, choices }) => (
    // biome-ignore lint/a11y/useSemanticElements: options stand in groups, not in fieldsets
    <div key={label} role="group" aria-label={label}>
      <p aria-hidden>{label}</p>
      {choices.map(({ key, title, note, open }) => {
        place += 1;
        const own = place;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
          <div
            key={key}
            id={`${listId}-${own}`}
            role="option"
            aria-selected={own === marked}
            tabIndex={-1}
            onMouseMove={() => onMark(own)}
            onClick={open}
          >
            <span>{title}</span>
            <em>{note}</em>
            {own === marked && <EnterOutlined aria-hidden />}
          </div>
        );
      })}
    </div>
  ));
}

/** Search for a page by title or path, and for records by name or number: type, arrows, Enter. */
export default function RouteSearch({ onClose }: { onClose: () => void }) {
  const tree = useSession((state) => state.menu.tree);
  const open = useOpenPage();
  const listId = useId();
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState(0);
  const search = useMemo(() => {
    const ofMenu = entriesOf(tree);
    const named = new Set(ofMenu.map(({ path }) => path));
    const fixed = FIXED_PAGES.filter(({ activeMenu, path }) => activeMenu === '' && !named.has(path));
    return makeSearch([
      ...ofMenu,
      ...fixed.map(({ path, trail }) => ({ path, title: trail, pinyin: PINYIN[path] ?? [] })),
    ]);
  }, [tree]);
  const pages = useMemo(() => search(words), [search, words]);
  const records = useFound(words);
  const can = useCan();
  const commands = commandsFor(words, can);

  const go = (path: string) => {
    onClose();
    if (isExternal(path)) window.open(path, '_blank', 'noopener,noreferrer');
    else open(path);
  };
  const save = (fileId: number) => {
    onClose();
    saveFile(fileId).catch(reportError);
  };
  /** What can be done at once about a tenant, below him. */
  const ofTenant = (page: string, name: string): Choice[] =>
    OF_TENANT.filter(({ permission }) => can([permission])).map(({ id, title, path }) => ({
      ...{ key: `${page}-${id}`, title: `↳ ${title}`, note: name, open: () => go(page + path) },
    }));
  const shownPages = records.groups.length > 0 ? pages.slice(0, PAGES_BESIDE_RECORDS) : pages;
  const toDo: Group = {
    label: '操作',
    choices: commands.map(({ id, title, path }) => ({ key: `do-${id}`, title, note: '', open: () => go(path) })),
  };
  const toOpen: Group = {
    label: '页面',
    choices: shownPages.map(({ path, title }) => ({
      key: path + title.join(),
      title: title.at(-1) ?? '',
      note: title.slice(0, -1).join(' / '),
      open: () => go(path),
    })),
  };
  // who types the whole name of a page means the page, though an action is called alike
  const isNamed = shownPages[0]?.title.at(-1) === words.trim();
  const groups: Group[] = [
    ...(isNamed ? [toOpen, toDo] : [toDo, toOpen]),
    ...records.groups.map(({ kind, label, rows }) => ({
      label,
      choices: rows.flatMap(({ id, title, note, path }, place) => [
        { key: `${kind}-${id}`, title, note, open: () => (path ? go(path) : save(id)) },
        ...(kind === TENANT && place < WITH_ACTIONS ? ofTenant(path, title) : []),
      ]),
    })),
  ].filter(({ choices }) => choices.length > 0);
  const choices = groups.flatMap((group) => group.choices);

  useEffect(() => {
    document.getElementById(`${listId}-${marked}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [listId, marked]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    // Enter that ends the composition of a Chinese word is not a choice
    if (event.nativeEvent?.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && choices.length > 0) {
      event.preventDefault();
      setMarked((marked + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choices[marked]?.open();
    }
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={600}
      onCancel={onClose}
      title={<span className="sr-only">搜索菜单、页面和数据</span>}
      style={{ top: 80 }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
    >
      <div className="route-search-field">
        <SearchOutlined aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type
          autoFocus
          role="combobox"
          aria-label="搜索菜单、页面和数据"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${marked}` : undefined}
          placeholder="菜单、乙方、合同、房间、账单、收款的名称、编号或拼音"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} className="route-search-list" role="listbox" aria-label="搜索结果">
        <Options listId={listId} groups={groups} marked={marked} onMark={setMarked} />
      </div>
      {!isSilent(records.source.error) && (
        <FailedLine title="数据搜索失败" error={records.source.error} retry={records.source.refetch} />
      )}
      {choices.length === 0 && (
        <p className="route-search-none">
          {records.waiting ? '正在查找…' : `没有找到“${words.trim()}”相关的页面或数据`}
        </p>
      )}
    </Modal>
  );
}
