import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useCan } from '@/ui/Can';
import { CheckPanel } from './parts/CheckPanel';
import { ClosePanel } from './parts/ClosePanel';
import styles from './parts/close.module.css';
import { FigurePanel } from './parts/FigurePanel';

/** 月结与对账: months of each party A, the proof of the books, and their figures; the address says which. */
export default function ClosePage() {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const items = [
    { key: 'close', label: '月结', permission: 'fin:close:list', children: <ClosePanel /> },
    { key: 'checks', label: '对账中心', permission: 'fin:reconcile:list', children: <CheckPanel /> },
    { key: 'figures', label: '收缴指标', permission: 'fin:figures:list', children: <FigurePanel /> },
  ];
  const shown = items.filter(({ permission }) => can([permission]));
  const tab = search.get('tab');
  const active = shown.find(({ key }) => key === tab) ?? shown[0];
  return (
    <section className={`card ${styles.booksPage}`} aria-label="月结与对账">
      <Tabs
        items={shown.map(({ key, label, children }) => ({ key, label, children }))}
        {...(active && { activeKey: active.key })}
        onChange={(key) => setSearch({ tab: key }, { replace: true })}
      />
    </section>
  );
}
