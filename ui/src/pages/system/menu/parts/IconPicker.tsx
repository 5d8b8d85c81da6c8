import { Button, Input, type InputRef, Popover } from 'antd';
import { useRef, useState } from 'react';
import { ICONS, MenuIcon } from '@/ui/menuIcons';
import styles from './menu.module.css';

const NAMES = Object.keys(ICONS);

interface IconPickerProps {
  /** Given by Form.Item. */
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
}

interface IconGridProps {
  value: string;
  onPick: (name: string) => void;
  onClose: () => void;
  field: React.Ref<InputRef>;
}

/** All icons a menu entry can have, with a search over their names. */
function IconGrid({ value, onPick, onClose, field }: IconGridProps) {
  const [words, setWords] = useState('');
  const shown = NAMES.filter((name) => name.includes(words.trim().toLowerCase()));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the grid, not to the dialog behind it
    <div
      className={styles.iconPicker}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        ref={field}
        allowClear
        aria-label="搜索图标"
        placeholder="搜索图标名称"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className={styles.iconGrid}>
        {shown.map((name) => (
          <button
            type="button"
            key={name}
            title={name}
            aria-label={`图标 ${name}`}
            aria-pressed={name === value}
            onClick={() => onPick(name)}
          >
            <MenuIcon name={name} />
            <small>{name}</small>
          </button>
        ))}
        {shown.length === 0 && <p className="t3">没有这个名称的图标</p>}
      </div>
    </div>
  );
}

/** The icon of an entry: a button that opens a grid of them. */
export function IconPicker({ id, value = '', onChange }: IconPickerProps) {
  const [open, setOpen] = useState(false);
  const field = useRef<InputRef>(null);
  const close = () => {
    setOpen(false);
    if (id) document.getElementById(id)?.focus();
  };
  const pick = (name: string) => {
    onChange?.(name);
    close();
  };
  return (
    <span className={styles.iconField}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        afterOpenChange={(opened) => opened && field.current?.focus()}
        content={<IconGrid value={value} onPick={pick} onClose={close} field={field} />}
      >
        <Button id={id} className={styles.iconOpen} aria-haspopup="dialog" aria-expanded={open}>
          {value ? (
            <>
              <MenuIcon name={value} />
              {value}
            </>
          ) : (
            <span className="t3">请选择图标</span>
          )}
        </Button>
      </Popover>
      {value && (
        <button type="button" className="link" onClick={() => pick('')}>
          清除
        </button>
      )}
    </span>
  );
}
