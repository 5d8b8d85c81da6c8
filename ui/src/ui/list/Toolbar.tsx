import { ColumnHeightOutlined, ControlOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { memo } from 'react';
import { Acts } from './Acts';
import styles from './list.module.css';

/** Every function here is always the same one, so that the buttons are not drawn with each answer. */
export interface ToolsProps {
  queryShown: boolean;
  /** Null where a list has no filters. */
  onToggleQuery: (() => void) | null;
  onReload: () => void;
  dense: boolean;
  onToggleDense: () => void;
  /** «7/12» */
  columnCount: string;
  onColumns: () => void;
}

export const Tools = memo(function Tools(props: ToolsProps) {
  const { queryShown, onToggleQuery, onReload, dense, onToggleDense, columnCount, onColumns } = props;
  return (
    <span className={styles.toolbarTools}>
      {onToggleQuery && (
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
      )}
      <button type="button" className="ib" title="刷新" aria-label="刷新列表" onClick={onReload}>
        <ReloadOutlined aria-hidden />
      </button>
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
      <button type="button" className="ib wide" title="选择显示的列" onClick={onColumns}>
        <ControlOutlined aria-hidden />列<span className="n">{columnCount}</span>
      </button>
    </span>
  );
});

interface ToolbarProps {
  /** What can be done: buttons. */
  children: React.ReactNode;
  /** What is selected, and all that could be; it takes the place of the chips. */
  selection?: React.ReactNode;
  chips?: React.ReactNode;
  /** Saved views. */
  views?: React.ReactNode;
  print?: React.ReactNode;
  tools: ToolsProps;
}

/** One line: what can be done at the left, then what is selected or the chips; views, search, refresh, density and columns at the right. */
export function Toolbar({ children, selection, chips, views, print, tools }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="列表操作">
      <Acts phone={false}>{children}</Acts>
      {selection ?? chips}
      {views}
      {print}
      <Tools {...tools} />
    </div>
  );
}
