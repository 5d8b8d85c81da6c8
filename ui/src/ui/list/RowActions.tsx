import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { useCan } from '../Can';
import { Withheld } from '../Withheld';
import type { RowAction } from './types';

const SHOWN = 2;

/** The rest of a row's actions. The menu is mounted on first use: twenty of them would slow the page down. */
function MoreMenu<Row>({ row, actions, name }: { row: Row; actions: readonly RowAction<Row>[]; name: string }) {
  const [mounted, setMounted] = useState(false);
  const [open, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="link more"
      aria-label={`${name} 的更多操作`}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => {
        setMounted(true);
        setOpen(true);
      }}
    >
      <EllipsisOutlined aria-hidden />
    </button>
  );
  if (!mounted) return button;
  return (
    <Dropdown
      autoFocus
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: actions.map(({ key, label, danger, withheld }) => {
          const reason = withheld?.(row);
          return { key, label, ...(danger && { danger }), ...(reason && { disabled: true, title: reason }) };
        }),
        onClick: ({ key }) => {
          setOpen(false);
          actions.find((action) => action.key === key)?.run(row);
        },
      }}
    >
      {button}
    </Dropdown>
  );
}

/** At most three things to click: two actions and a menu with the others. */
export function RowActions<Row>({
  row,
  actions,
  name,
}: {
  row: Row;
  actions: readonly RowAction<Row>[];
  name: string;
}) {
  const can = useCan();
  const allowed = actions.filter(({ permission, show }) => can([permission]) && (show?.(row) ?? true));
  const links = allowed.filter(({ inMenu }) => !inMenu);
  const shown = links.length === SHOWN + 1 && links.length === allowed.length ? links : links.slice(0, SHOWN);
  const rest = allowed.filter((action) => !shown.includes(action));
  return (
    <span className="row-actions">
      {shown.map(({ key, label, run, danger, withheld }) => (
        <Withheld key={key} reason={withheld?.(row) ?? ''}>
          {(disabled) => (
            <button
              type="button"
              className={`link ${danger ? 'danger' : ''}`}
              disabled={disabled}
              onClick={() => run(row)}
            >
              {label}
            </button>
          )}
        </Withheld>
      ))}
      {rest.length > 0 && <MoreMenu row={row} actions={rest} name={name} />}
    </span>
  );
}
