import { Button, Checkbox, Transfer } from 'antd';
import { useState } from 'react';
import { Modal } from '@/ui/overlays';
import listStyles from './list.module.css';
import type { ListColumn } from './types';
import type { ColumnChoice } from './useColumns';

interface ColumnDialogProps<Row> {
  columns: readonly ListColumn<Row>[];
  shown: readonly ListColumn<Row>[];
  /** What was chosen before, with the widths that were dragged. */
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
  onClose: () => void;
}

const LOCALE = {
  itemUnit: '项',
  itemsUnit: '项',
  notFoundContent: '没有列',
  searchPlaceholder: '搜索列',
};

/** 显示/隐藏: which columns the table has. */
export default function ColumnDialog<Row>({ columns, shown, choice, onChoose, onClose }: ColumnDialogProps<Row>) {
  const [hidden, setHidden] = useState(() =>
    columns.map(({ key }) => key).filter((key) => !shown.some((column) => column.key === key)),
  );
  const [restored, setRestored] = useState(false);
  const [marked, setMarked] = useState<string[]>([]);
  const usual = columns.filter((column) => column.optional).map((column) => column.key);
  const areUsual = hidden.length === usual.length && usual.every((key) => hidden.includes(key));
  const widths = restored ? {} : choice.widths;
  const nothingOwn = areUsual && Object.keys(widths).length === 0;
  const accept = () => {
    const keys = columns.map((column) => column.key).filter((key) => !hidden.includes(key));
    // the default is not stored: a list that gains a column later shows it
    onChoose({ keys: areUsual ? null : keys, widths });
    onClose();
  };
  const restore = () => {
    setRestored(true);
    setHidden(usual);
    setMarked([]);
  };
  return (
    <Modal
      open
      centered
      width={560}
      title="显示/隐藏"
      onCancel={onClose}
      footer={
        <div className={listStyles.dialogFeet}>
          <Button onClick={restore} disabled={nothingOwn}>
            恢复默认
          </Button>
          <span className="sp" />
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" onClick={accept} disabled={hidden.length === columns.length}>
            确定
          </Button>
        </div>
      }
    >
      <Transfer
        className={listStyles.columnTransfer}
        dataSource={columns.map(({ key, title }) => ({ key, title }))}
        titles={['显示', '隐藏']}
        targetKeys={hidden}
        selectedKeys={marked}
        showSearch
        locale={LOCALE}
        filterOption={(words, item) => item.title.includes(words.trim())}
        onChange={(keys) => setHidden(keys.map(String))}
        onSelectChange={(left, right) => setMarked([...left, ...right].map(String))}
        showSelectAll={false}
        actions={['隐藏', '显示']}
        styles={{ section: { flex: 1, height: 348 } }}
      >
        {/* antd's own rows have boxes without a name */}
        {({ filteredItems, selectedKeys, onItemSelect }) => (
          <ul className={listStyles.columnChoices}>
            {filteredItems.map(({ key, title }) => (
              <li key={key}>
                <Checkbox
                  checked={selectedKeys.includes(key)}
                  onChange={({ target }) => onItemSelect(key, target.checked)}
                >
                  {title}
                </Checkbox>
              </li>
            ))}
            {filteredItems.length === 0 && <li className="t3">{LOCALE.notFoundContent}</li>}
          </ul>
        )}
      </Transfer>
    </Modal>
  );
}
