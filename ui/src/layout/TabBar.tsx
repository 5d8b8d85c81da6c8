import { CloseOutlined, DownOutlined, PushpinFilled, ReloadOutlined } from '@ant-design/icons';
import { App, Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { hasUnsaved, UNSAVED_TEXT, UNSAVED_TITLE } from '@/lib/unsaved';
import { neighbourOf, type Tab, useTabs } from '@/stores/tabs';
import { useOpenPage } from '@/ui/useOpenPage';

const CONTEXT_MENU_WIDTH = 105;
/** Keys of the menu that mean a tab; the others are operations. */
const GO = 'go:';

function actionsFor(tab: Tab | undefined): NonNullable<MenuProps['items']> {
  return [
    { key: 'refresh', label: '刷新页面' },
    { key: 'close', label: '关闭当前', disabled: tab?.pinned ?? true },
    { key: 'others', label: '关闭其他' },
    { key: 'right', label: '关闭右侧' },
    { key: 'all', label: '全部关闭' },
  ];
}

/** Runs what the context menu offers and moves on when the shown tab is gone. */
function useTabActions(active: string) {
  const navigate = useNavigate();
  const store = useTabs;
  const settle = (before: readonly Tab[], wanted: string) => {
    const { tabs } = store.getState();
    if (tabs.some((tab) => tab.path === active)) return;
    const next = tabs.find((tab) => tab.path === wanted) ?? neighbourOf(before, active);
    const shown = tabs.find((tab) => tab.path === next.path) ?? tabs[tabs.length - 1];
    if (shown) navigate(shown.path + shown.search);
  };
  const { modal } = App.useApp();
  const run = (action: string, tab: Tab) => {
    const state = store.getState();
    const before = state.tabs;
    const { path } = tab;
    if (action === 'refresh') navigate(`/redirect${path}${tab.search}`, { replace: path === active });
    if (action === 'close') state.close(path);
    if (action === 'others') state.closeOthers(path);
    if (action === 'right') state.closeRight(path);
    if (action === 'all') state.closeAll();
    if (action !== 'refresh') settle(before, path);
  };
  return (action: string, path: string) => {
    const { tabs } = store.getState();
    const tab = tabs.find((candidate) => candidate.path === path);
    if (!tab) return;
    if (!hasUnsaved(touchedBy(action, path, tabs))) run(action, tab);
    else {
      modal.confirm({
        title: UNSAVED_TITLE,
        content: UNSAVED_TEXT,
        okText: '放弃',
        cancelText: '取消',
        centered: true,
        onOk: () => run(action, tab),
      });
    }
  };
}

/** Paths of the tabs that an action would close or build again. */
function touchedBy(action: string, path: string, tabs: readonly Tab[]): string[] {
  if (action === 'refresh' || action === 'close') return [path];
  const place = tabs.findIndex((tab) => tab.path === path);
  const goes = (tab: Tab, index: number) =>
    !tab.pinned &&
    (action === 'all' || (action === 'others' && tab.path !== path) || (action === 'right' && index > place));
  return tabs.filter(goes).map((tab) => tab.path);
}

/** The visited pages. Right click (or the arrow at the end) offers refresh and the ways to close. */
export function TabBar({ active }: { active: string }) {
  const tabs = useTabs((state) => state.tabs);
  const open = useOpenPage();
  const act = useTabActions(active);
  const [menuPath, setMenuPath] = useState(active);
  const strip = useRef<HTMLDivElement>(null);

  const known = tabs.some(({ path }) => path === active);
  useEffect(() => {
    // a new page gets its tab after it is shown
    if (!known) return;
    const shown = [...(strip.current?.children ?? [])].find((node) => node.getAttribute('data-path') === active);
    shown?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active, known]);

  const menu = (path: string): MenuProps => ({
    items: actionsFor(tabs.find((tab) => tab.path === path)),
    style: { minWidth: CONTEXT_MENU_WIDTH },
    onClick: ({ key }) => act(key, path),
  });
  /** Behind the arrow: every tab by name, for those that the strip has no room for. */
  const allTabs: MenuProps = {
    items: [
      ...actionsFor(tabs.find((tab) => tab.path === active)),
      { type: 'divider' },
      ...tabs.map(({ path, label, title }) => ({ key: GO + path, label: label || title })),
    ],
    selectedKeys: [GO + active],
    style: { minWidth: CONTEXT_MENU_WIDTH, maxHeight: '70vh', overflow: 'auto' },
    onClick: ({ key }) => (key.startsWith(GO) ? open(key.slice(GO.length)) : act(key, active)),
  };
  const aim = (event: React.MouseEvent) => {
    const path = (event.target as HTMLElement).closest('[data-path]')?.getAttribute('data-path');
    if (path) setMenuPath(path);
    else event.stopPropagation();
  };
  return (
    <nav className="tabs" aria-label="已打开的页面">
      <Dropdown trigger={['contextMenu']} menu={menu(menuPath)}>
        <div className="tabs-strip" ref={strip} onContextMenuCapture={aim}>
          {tabs.map((tab) => (
            <span key={tab.path} data-path={tab.path} className={`tab ${tab.path === active ? 'on' : ''}`}>
              <button
                type="button"
                aria-current={tab.path === active ? 'page' : undefined}
                onClick={() => open(tab.path)}
              >
                {tab.pinned && <PushpinFilled aria-hidden />}
                {tab.label || tab.title}
              </button>
              {!tab.pinned && (
                <button
                  type="button"
                  className="tab-close"
                  aria-label={`关闭 ${tab.label || tab.title}`}
                  onClick={() => act('close', tab.path)}
                >
                  <CloseOutlined aria-hidden />
                </button>
              )}
            </span>
          ))}
        </div>
      </Dropdown>
      <button
        type="button"
        className="ib sm"
        title="刷新页面"
        aria-label="刷新页面"
        onClick={() => act('refresh', active)}
      >
        <ReloadOutlined aria-hidden />
      </button>
      <Dropdown trigger={['click']} menu={allTabs} placement="bottomRight">
        <button type="button" className="ib sm" aria-label="标签操作">
          <DownOutlined aria-hidden />
        </button>
      </Dropdown>
    </nav>
  );
}
