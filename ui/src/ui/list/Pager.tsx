import { Pagination, Select } from 'antd';
import { PAGE_SIZES } from './state';

interface PagerProps {
  total: number;
  page: number;
  size: number;
  phone: boolean;
  onChange: (page: number, size: number) => void;
}

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: size as number, label: `${size} 条/页` }));

const LOCALE = { jump_to: '前往', page: '页' } as const;

/** Total, page size, pages and a jump field. */
export function Pager({ total, page, size, phone, onChange }: PagerProps) {
  return (
    <nav className="pager" aria-label="分页">
      <span className="t2">共 {total.toLocaleString('zh-CN')} 条</span>
      <span className="sp" />
      {!phone && (
        <Select
          aria-label="每页条数"
          className="pager-size"
          value={size}
          options={SIZE_OPTIONS}
          onChange={(next) => onChange(1, next)}
        />
      )}
      <Pagination
        current={page}
        pageSize={size}
        total={total}
        simple={phone}
        showSizeChanger={false}
        showQuickJumper={!phone}
        locale={LOCALE}
        onChange={(next) => onChange(next, size)}
      />
    </nav>
  );
}
