/**
 * The menu at the side: pages as links, groups that open below themselves, or beside their icon while the menu is folded.
 *
 * HTML of our own: the component library's menu took 80 ms of the processor each time a person went anywhere, more
 * than a page that was kept. Links can be opened in a window of their own as everywhere in the browser.
 * Keyboard: one stop of the Tab key; arrows, Home and End inside; Right opens a group, Left closes it.
 */
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { BASENAME } from '@/lib/base';
import { isExternal, type MenuNode } from '@/lib/menu';
import { MenuIcon } from '@/ui/menuIcons';
import { HOME } from './menuItems';
import './side-menu.css';

interface EntryProps {
  node: MenuNode;
  top: boolean;
  selected: boolean;
  /** A page below it is shown. */
  above: boolean;
  /** Left out = no group. */
  open?: boolean;
  folded: boolean;
  onPick: (node: MenuNode) => void;
}

const Entry = memo(function Entry({ node, top, selected, above, open, folded, onPick }: EntryProps) {
  const group = open !== undefined;
  const shape = `side-entry ${selected ? 'selected' : ''} ${above ? 'above' : ''}`;
  const inside = (
    <>
      {top && <MenuIcon name={node.icon} />}
      <span className={folded && top ? 'sr-only' : 'side-title'}>{node.title}</span>
      {group && !(folded && top) && (open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />)}
    </>
  );
  const common = { className: shape, 'data-key': node.key, ...(folded && top && { title: node.title }) };
  if (group) {
    return (
      <button
        {...common}
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-haspopup="true"
        aria-expanded={open}
        onClick={() => onPick(node)}
      >
        {inside}
      </button>
    );
  }
  const outside = isExternal(node.target);
  return (
    <a
      {...common}
      role="menuitem"
      tabIndex={-1}
      aria-current={selected ? 'page' : undefined}
      href={outside ? node.target : BASENAME + node.target}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={(event) => {
        // with a key held the browser opens a window of its own
        if (outside || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onPick(node);
      }}
    >
      {inside}
    </a>
  );
});

interface LevelProps extends Pick<SideMenuProps, 'active' | 'folded'> {
  nodes: readonly MenuNode[];
  openKeys: readonly string[];
  top: boolean;
  onPick: (node: MenuNode) => void;
}

const holds = (node: MenuNode, path: string): boolean =>
  node.children.some((child) => child.key === path || holds(child, path));

function Level({ nodes, openKeys, active, folded, top, onPick }: LevelProps) {
  return nodes.map((node) => {
    const group = node.children.length > 0;
    const open = openKeys.includes(node.key);
    return (
      <div key={node.key} role="none" data-group={group && top ? node.key : undefined}>
        <Entry
          node={node}
          top={top}
          folded={folded}
          selected={node.key === active}
          above={group && holds(node, active)}
          {...(group && { open })}
          onPick={onPick}
        />
        {group && open && (
          // biome-ignore lint/a11y/useSemanticElements: a group of a menu has no element of its own
          <div className="side-group" role="group">
            <Level
              nodes={node.children}
              openKeys={openKeys}
              active={active}
              folded={folded}
              top={false}
              onPick={onPick}
            />
          </div>
        )}
      </div>
    );
  });
}

interface SideMenuProps {
  nodes: readonly MenuNode[];
  /** The home page stands first. */
  withHome: boolean;
  /** Path of the entry that is lit. */
  active: string;
  openKeys: readonly string[];
  /** Icons only; one group stands open beside its icon. */
  folded: boolean;
  onOpen: (keys: string[]) => void;
  onChoose: (target: string) => void;
}

/** Puts what stands beside a folded group at the height of its icon, inside of the window. */
function place(root: HTMLElement | null): void {
  const beside = root?.querySelector<HTMLElement>('.side-group');
  const icon = beside?.previousElementSibling?.getBoundingClientRect();
  if (!beside || !icon) return;
  beside.style.left = `${icon.right + 8}px`;
  beside.style.top = `${Math.max(8, Math.min(icon.top, window.innerHeight - beside.offsetHeight - 8))}px`;
}

/** Where an arrow key leads from an entry; «press» opens or closes its group. */
function goal(key: string, entries: readonly HTMLElement[], here: number): HTMLElement | 'press' | null | undefined {
  const expanded = entries[here]?.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      return entries[(here + 1) % entries.length];
    case 'ArrowUp':
      return entries[(here - 1 + entries.length) % entries.length];
    case 'Home':
      return entries[0];
    case 'End':
      return entries[entries.length - 1];
    case 'ArrowRight':
      return expanded === 'false' ? 'press' : expanded === 'true' ? entries[here + 1] : undefined;
    case 'ArrowLeft':
      if (expanded === 'true') return 'press';
      return entries[here]?.closest('.side-group')?.previousElementSibling as HTMLElement | null | undefined;
    case ' ':
      return 'press';
    default:
      return undefined;
  }
}

function moveOn(event: React.KeyboardEvent, root: HTMLElement): void {
  const entries = [...root.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const here = entries.indexOf(document.activeElement as HTMLElement);
  const target = goal(event.key, entries, here);
  if (!target) return;
  event.preventDefault();
  if (target === 'press') entries[here]?.click();
  else target.focus();
}

/** What a folded menu does besides: a group opens under the mouse, and closes when mouse and keyboard have left. */
function flyout({ folded, openKeys, onOpen, nodes }: SideMenuProps, root: HTMLElement | null) {
  if (!folded) return {};
  const shut = () => openKeys.length > 0 && onOpen([]);
  return {
    onKeyDownCapture: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') shut();
    },
    onMouseOver: (event: React.MouseEvent) => {
      const key = (event.target as Element).closest('[data-group]')?.getAttribute('data-group');
      if (key && !openKeys.includes(key) && nodes.some((node) => node.key === key)) onOpen([key]);
      else if (!key && (event.target as Element).closest('.side-entry')) shut();
    },
    onMouseLeave: shut,
    onBlur: (event: React.FocusEvent) => {
      if (event.relatedTarget && !root?.contains(event.relatedTarget as Node)) shut();
    },
  };
}

export function SideMenu(props: SideMenuProps) {
  const { nodes, withHome, active, openKeys, folded, onOpen, onChoose } = props;
  const root = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string>();
  // one entry takes the Tab key: where the keyboard was last, else the page that is shown, else the first
  useLayoutEffect(() => {
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const named = (key: string | undefined) => entries.find((entry) => entry.dataset.key === key);
    const chosen = named(stop) ?? named(active) ?? entries[0];
    for (const entry of entries) entry.tabIndex = entry === chosen ? 0 : -1;
    if (folded) place(root.current);
  });
  const pick = (node: MenuNode) => {
    if (node.children.length === 0) {
      if (folded) onOpen([]);
      return onChoose(node.target);
    }
    const open = openKeys.includes(node.key);
    const first = nodes.some(({ key }) => key === node.key);
    // the mouse that comes to click has opened it already
    if (folded && first && open) return;
    const before = openKeys.filter((key) => key !== node.key);
    // one group of a level at a time
    onOpen(open ? before : [...(first ? [] : before), node.key]);
  };
  const latest = useRef(pick);
  latest.current = pick;
  const [onPick] = useState(() => (node: MenuNode) => latest.current(node));
  return (
    <div
      ref={root}
      className={`side-menu ${folded ? 'folded' : ''}`}
      role="menu"
      aria-label="主菜单"
      onKeyDown={(event) => root.current && moveOn(event, root.current)}
      onFocus={(event) => setStop((event.target as HTMLElement).dataset.key)}
      {...flyout(props, root.current)}
    >
      <Level
        nodes={withHome ? [HOME, ...nodes] : nodes}
        openKeys={openKeys}
        active={active}
        folded={folded}
        top
        onPick={onPick}
      />
    </div>
  );
}
