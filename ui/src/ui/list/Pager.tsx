import { Pagination, Select } from 'antd';
import { cloneElement, isValidElement, memo, type ReactNode } from 'react';
import styles from './list.module.css';
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

const NAMES: Readonly<Record<string, string>> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
};

/** The arrows of antd say the English names of their icons. */
function named(_page: number, type: string, element: ReactNode): ReactNode {
  const name = NAMES[type];
  return name && isValidElement<{ 'aria-label'?: string }>(element)
    ? cloneElement(element, { 'aria-label': name })
    : element;
}

/** Total, page size, pages and a jump field. */
export const Pager = memo(function Pager({ total, page, size, phone, onChange }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label="分页">
      <span className="t2">共 {total.toLocaleString('zh-CN')} 条</span>
      <span className="sp" />
      {!phone && (
        <Select
          aria-label="每页条数"
          className={styles.pagerSize}
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
        itemRender={named}
        onChange={(next) => onChange(next, size)}
      />
    </nav>
  );
});
