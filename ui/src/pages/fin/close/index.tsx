import { Tabs } from 'antd';
import { useCan } from '@/ui/Can';
import { CheckPanel } from './parts/CheckPanel';
import { ClosePanel } from './parts/ClosePanel';
import { FigurePanel } from './parts/FigurePanel';
import './parts/close.css';

/** 月结与对账: months of each party A, the proof of the books, and their figures. */
export default function ClosePage() {
  const can = useCan();
  const items = [
    { key: 'close', label: '月结', permission: 'fin:close:list', children: <ClosePanel /> },
    { key: 'checks', label: '对账中心', permission: 'fin:reconcile:list', children: <CheckPanel /> },
    { key: 'figures', label: '收缴指标', permission: 'fin:figures:list', children: <FigurePanel /> },
  ];
  return (
    <section className="card books-page" aria-label="月结与对账">
      <Tabs
        items={items
          .filter(({ permission }) => can([permission]))
          .map(({ key, label, children }) => ({ key, label, children }))}
      />
    </section>
  );
}
