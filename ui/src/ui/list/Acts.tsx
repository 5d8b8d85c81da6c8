import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { awayOf, GAP } from './acts';
import styles from './list.module.css';

/** Room of the menu's button, with its word and without. */
const MENU = { word: 82, icon: 44 } as const;

const buttonsOf = (part: Element): HTMLButtonElement[] =>
  part instanceof HTMLButtonElement ? [part] : [...part.querySelectorAll<HTMLButtonElement>('button')];

const nameOf = (button: HTMLButtonElement): string => button.textContent?.trim() || button.ariaLabel || '';

/** Marks the parts of the line that don't fit into its box (`data-away`); says whether there are any. */
function sortOut(line: HTMLElement, menu: number, most: number): boolean {
  const box = line.parentElement ?? line;
  const parts = [...line.children] as HTMLElement[];
  const acts = parts.map((part) => {
    const buttons = buttonsOf(part);
    const dead = buttons.length > 0 && buttons.every(({ disabled }) => disabled);
    return { width: part.offsetWidth, rare: part.dataset.rare !== undefined, dead };
  });
  // the chips beside it leave room for the button that stands first; a hint asks for none
  const pressed = acts.filter((_act, place) => buttonsOf(parts[place] as Element).length > 0);
  const first = pressed.find(({ rare }) => !rare) ?? pressed[0];
  box.style.minWidth = `${(first ? first.width + GAP : 0) + menu}px`;
  // a page that isn't shown has no width
  const away = box.clientWidth > 0 ? awayOf(acts, box.clientWidth, menu, most) : [];
  parts.forEach((part, place) => {
    part.toggleAttribute('data-away', away.includes(place));
  });
  // a hint that has no room is left out, not offered
  return away.some((place) => buttonsOf(parts[place] as Element).length > 0);
}

/** What the menu offers: each button that waits, as it is now. */
function waiting(box: HTMLElement | null): HTMLButtonElement[] {
  return [...(box?.querySelectorAll('[data-away]') ?? [])].flatMap(buttonsOf);
}

interface ActsProps {
  /** Buttons, or what has buttons inside. */
  children: React.ReactNode;
  phone: boolean;
  /** Of them at the most. */
  most?: number;
}

/**
 * What can be done with a list, on one line however narrow it is: what has no room waits behind 更多, where it can be pressed
 * as if it stood in the line. Pages hand over whatever buttons they have; one with `data-rare` always waits.
 */
export function Acts({ children, phone, most = Number.POSITIVE_INFINITY }: ActsProps) {
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [more, setMore] = useState(false);
  const [items, setItems] = useState<MenuProps['items']>([]);
  const menu = phone ? MENU.icon : MENU.word;
  const measure = useCallback(() => {
    if (box.current) setMore(sortOut(box.current, menu, most));
  }, [menu, most]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    // the room, and what stands in it: a button's word gets wider with its font or its number
    const sizes = new ResizeObserver(measure);
    sizes.observe(element.parentElement ?? element);
    sizes.observe(element);
    // what is drawn again has its empty texts written again, as they were
    const parts = new MutationObserver((changes) => {
      if (changes.some(({ type, target, oldValue }) => type !== 'characterData' || target.nodeValue !== oldValue))
        measure();
    });
    parts.observe(element, {
      ...{ childList: true, subtree: true, characterDataOldValue: true },
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [measure]);
  const read = (open: boolean) => {
    if (!open) return;
    setItems(
      waiting(box.current).map((button, place) => ({
        key: place,
        label: nameOf(button),
        disabled: button.disabled,
        danger: button.classList.contains('ant-btn-dangerous'),
        ...(button.title && { title: button.title }),
      })),
    );
  };
  const press = (place: number) => {
    const button = waiting(box.current)[place];
    // what opens gives the focus back to what can be seen
    opener.current?.focus();
    button?.click();
  };
  return (
    <div className={`${styles.acts} no-print`}>
      <div className={styles.actsLine} ref={box}>
        {children}
      </div>
      {more && (
        <Dropdown
          trigger={['click']}
          placement={phone ? 'topRight' : 'bottomLeft'}
          onOpenChange={read}
          menu={{ items: items ?? [], onClick: ({ key }) => press(Number(key)) }}
        >
          <Button
            ref={opener}
            className={styles.actsMore}
            icon={<EllipsisOutlined aria-hidden />}
            aria-haspopup="menu"
            {...(phone && { 'aria-label': '更多' })}
          >
            {phone ? null : '更多'}
          </Button>
        </Dropdown>
      )}
    </div>
  );
}
