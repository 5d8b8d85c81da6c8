import { ColumnHeightOutlined, ControlOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons';

interface ToolbarProps {
  children: React.ReactNode;
  selected: number;
  onClear: () => void;
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

/** Actions at the left; search, refresh, density and columns at the right. */
export function Toolbar(props: ToolbarProps) {
  const { children, selected, onClear, queryShown, onToggleQuery, onReload, dense, onToggleDense, phone } = props;
  return (
    <div className="toolbar" role="toolbar" aria-label="列表操作">
      {children}
      {selected > 0 && (
        <span className="toolbar-selected" role="status">
          已选 {selected} 项
          <button type="button" className="link" onClick={onClear}>
            取消选择
          </button>
        </span>
      )}
      <span className="sp" />
      <span className="toolbar-tools">
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
          <button type="button" className="ib wide" title="选择显示的列" onClick={props.onColumns}>
            <ControlOutlined aria-hidden />列<span className="n">{props.columnCount}</span>
          </button>
        )}
      </span>
    </div>
  );
}
