import { ColumnHeightOutlined, ControlOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { memo } from 'react';
import styles from './list.module.css';

/** Every function here is always the same one, so that the buttons are not drawn with each answer. */
interface ToolsProps {
  queryShown: boolean;
  onToggleQuery: () => void;
  onReload: () => void;
  dense: boolean;
  onToggleDense: () => void;
  /** «7/12» */
  columnCount: string;
  onColumns: () => void;
  phone: boolean;
}

const Tools = memo(function Tools(props: ToolsProps) {
  const { queryShown, onToggleQuery, onReload, dense, onToggleDense, columnCount, onColumns, phone } = props;
  return (
    <span className={styles.toolbarTools}>
      <button
        type="button"
        className="ib"
        title={queryShown ? '隐藏查询' : '显示查询'}
        aria-label={queryShown ? '隐藏查询' : '显示查询'}
        aria-pressed={queryShown}
        onClick={onToggleQuery}
      >
        <SearchOutlined aria-hidden />
      </button>
      <button type="button" className="ib" title="刷新" aria-label="刷新列表" onClick={onReload}>
        <ReloadOutlined aria-hidden />
      </button>
      {!phone && (
        <button
          type="button"
          className="ib"
          title={dense ? '标准行高' : '紧凑行高'}
          aria-label="紧凑行高"
          aria-pressed={dense}
          onClick={onToggleDense}
        >
          <ColumnHeightOutlined aria-hidden />
        </button>
      )}
      {!phone && (
        <button type="button" className="ib wide" title="选择显示的列" onClick={onColumns}>
          <ControlOutlined aria-hidden />列<span className="n">{columnCount}</span>
        </button>
      )}
    </span>
  );
});

interface ToolbarProps extends ToolsProps {
  children: React.ReactNode;
  selected: number;
  onClear: () => void;
}

/** Actions at the left; search, refresh, density and columns at the right. */
export function Toolbar({ children, selected, onClear, ...tools }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="列表操作">
      {children}
      {selected > 0 && (
        <span className={styles.toolbarSelected} role="status">
          已选 {selected} 项
          <button type="button" className="link" onClick={onClear}>
            取消选择
          </button>
        </span>
      )}
      <span className="sp" />
      <Tools {...tools} />
    </div>
  );
}
