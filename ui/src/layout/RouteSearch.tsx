import { EnterOutlined, SearchOutlined } from '@ant-design/icons';
import Fuse from 'fuse.js';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { HOME_PATH } from '@/lib/base';
import { isExternal, type MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { Modal } from '@/ui/overlays';
import { useOpenPage } from '@/ui/useOpenPage';
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
  '/todo': ['wodedaiban', 'wddb'],
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

/** Search for a page by title or path: type, arrows, Enter. */
export default function RouteSearch({ onClose }: { onClose: () => void }) {
  const tree = useSession((state) => state.menu.tree);
  const open = useOpenPage();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState(0);
  const search = useMemo(() => {
    const fixed = FIXED_PAGES.filter(({ activeMenu }) => activeMenu === '');
    return makeSearch([
      ...entriesOf(tree),
      ...fixed.map(({ path, title }) => ({ path, title: [title], pinyin: PINYIN[path] ?? [] })),
    ]);
  }, [tree]);
  const found = useMemo(() => search(words), [search, words]);

  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    if (isExternal(entry.path)) window.open(entry.path, '_blank', 'noopener,noreferrer');
    else open(entry.path);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Enter that ends the composition of a Chinese word is not a choice
    if (event.nativeEvent?.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setMarked((marked + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      go(found[marked]);
    }
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={560}
      onCancel={onClose}
      title={<span className="sr-only">搜索菜单、页面</span>}
      style={{ top: 80 }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
    >
      <div className="route-search-field">
        <SearchOutlined aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type
          autoFocus
          role="combobox"
          aria-label="搜索菜单、页面"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${marked}` : undefined}
          placeholder="输入菜单名称、拼音或路径"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} className="route-search-list" role="listbox" aria-label="搜索结果" ref={list}>
        {found.map((entry, index) => (
          <div
            key={entry.path + entry.title.join()}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            onMouseMove={() => setMarked(index)}
            onClick={() => go(entry)}
            onKeyDown={onKeyDown}
          >
            <span>{entry.title.at(-1)}</span>
            <em>{entry.title.slice(0, -1).join(' / ')}</em>
            {index === marked && <EnterOutlined aria-hidden />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="route-search-none">没有找到“{words.trim()}”相关的页面</p>}
    </Modal>
  );
}
