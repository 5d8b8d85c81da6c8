import { App } from 'antd';
import { useState } from 'react';
import { textOf } from '@/api/errors';
import { countText } from '@/lib/counts';
import styles from './list.module.css';

interface SelectionLineProps {
  count: number;
  /** Everything that the filter finds is selected. */
  whole: boolean;
  /** Rows of the filter; 0 where all of them cannot be selected at once. */
  total: number;
  /** Asks the server for the numbers of all rows of the filter, and selects them. */
  onAll: () => Promise<void>;
  onClear: () => void;
}

/** «已选 20 条，选择全部 918 条 / 清除选择». */
export function SelectionLine({ count, whole, total, onAll, onClear }: SelectionLineProps) {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const all = async () => {
    setBusy(true);
    try {
      await onAll();
    } catch (error) {
      void message.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={styles.toolbarSelected} role="status">
      {whole ? `已选全部 ${countText(count)} 条` : `已选 ${countText(count)} 条`}
      {!whole && total > count && (
        <button type="button" className="link" disabled={busy} onClick={() => void all()}>
          选择全部 {countText(total)} 条
        </button>
      )}
      <button type="button" className="link" onClick={onClear}>
        清除选择
      </button>
    </span>
  );
}
