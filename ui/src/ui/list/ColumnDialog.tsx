import { Modal, Transfer } from 'antd';
import { useState } from 'react';
import type { ListColumn } from './types';

interface ColumnDialogProps<Row> {
  columns: readonly ListColumn<Row>[];
  shown: readonly ListColumn<Row>[];
  onChoose: (keys: string[]) => void;
  onClose: () => void;
}

/** 显示/隐藏: which columns the table has. */
export default function ColumnDialog<Row>({ columns, shown, onChoose, onClose }: ColumnDialogProps<Row>) {
  const [hidden, setHidden] = useState(() =>
    columns.filter((column) => !shown.includes(column)).map((column) => column.key),
  );
  const [marked, setMarked] = useState<string[]>([]);
  const accept = () => {
    onChoose(columns.map((column) => column.key).filter((key) => !hidden.includes(key)));
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={560}
      title="显示/隐藏"
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: hidden.length === columns.length }}
      onOk={accept}
      onCancel={onClose}
    >
      <Transfer
        className="column-transfer"
        dataSource={columns.map(({ key, title }) => ({ key, title }))}
        titles={['显示', '隐藏']}
        targetKeys={hidden}
        selectedKeys={marked}
        onChange={(keys) => setHidden(keys.map(String))}
        onSelectChange={(left, right) => setMarked([...left, ...right].map(String))}
        render={(item) => item.title}
        styles={{ section: { flex: 1, height: 348 } }}
      />
    </Modal>
  );
}
