import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown, Tooltip } from 'antd';
import { useState } from 'react';
import { useCan } from '../Can';
import { Withheld } from '../Withheld';
import styles from './list.module.css';
import type { RowAction } from './types';

/** Actions that stand beside a row as links of their own. */
const SHOWN = 2;

/** A link of its own; while the row does not allow it, it stands disabled with its reason. */
function ActionLink<Row>({ row, action }: { row: Row; action: RowAction<Row> }) {
  const { label, run, danger, withheld } = action;
  return (
    <Withheld reason={withheld?.(row) ?? ''}>
      {(disabled) => (
        <button type="button" className={`link ${danger ? 'danger' : ''}`} disabled={disabled} onClick={() => run(row)}>
          {label}
        </button>
      )}
    </Withheld>
  );
}

/** An entry of the menu; the reason of a withheld one is its tooltip. */
function menuItem<Row>({ key, label, danger, withheld }: RowAction<Row>, row: Row) {
  const reason = withheld?.(row) ?? '';
  return {
    key,
    label: reason ? <Tooltip title={reason}>{label}</Tooltip> : label,
    ...(danger && { danger }),
    ...(reason && { disabled: true, title: reason }),
  };
}

/** Actions of a row behind a button. The menu is mounted on first use: twenty of them would slow the page down. */
export function MoreMenu<Row>({ row, actions, name }: { row: Row; actions: readonly RowAction<Row>[]; name: string }) {
  const [mounted, setMounted] = useState(false);
  const [open, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className={`link ${styles.more}`}
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
        items: actions.map((action) => menuItem(action, row)),
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

/** The actions that the person may do with this row. */
export const allowedFor = <Row,>(
  actions: readonly RowAction<Row>[],
  row: Row,
  can: (permissions: readonly string[]) => boolean,
): RowAction<Row>[] => actions.filter(({ permission, show }) => can([permission]) && (show?.(row) ?? true));

/** Two actions and a menu with the others. */
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
  const allowed = allowedFor(actions, row, can);
  const links = allowed.filter(({ inMenu }) => !inMenu);
  const shown = links.slice(0, SHOWN);
  const rest = allowed.filter((action) => !shown.includes(action));
  return (
    <span className={styles.rowActions}>
      {shown.map((action) => (
        <ActionLink key={action.key} row={row} action={action} />
      ))}
      {rest.length > 0 && <MoreMenu row={row} actions={rest} name={name} />}
    </span>
  );
}
