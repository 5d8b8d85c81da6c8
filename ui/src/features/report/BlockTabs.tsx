import { useRef } from 'react';
import { look } from './look';

interface BlockTabsProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: React.ReactNode }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** Tabs in the head of a block: one stop of the Tab key, arrows between them. */
export function BlockTabs<Key extends string>({ label, tabs, value, onChange }: BlockTabsProps<Key>) {
  const row = useRef<HTMLDivElement>(null);
  const go = (place: number) => {
    const next = tabs[(place + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.key);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const here = tabs.findIndex(({ key }) => key === value);
    const place = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    go(place);
  };
  return (
    <div ref={row} className={look.blockTabs} role="tablist" aria-label={label}>
      {tabs.map(({ key, label: name }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-tab={key}
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => onChange(key)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
