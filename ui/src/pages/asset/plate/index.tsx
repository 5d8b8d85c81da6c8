import { type PlateForm, type PlateRow, plates } from '@/api/assets';
import styles from '@/features/business/business.module.css';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { remarkColumn, stateField, textColumn, textField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';
import { lazy } from '@/ui/lazy';

const named = ({ plateName, color }: PlateRow) => (
  <>
    <i className={styles.swatch} style={{ background: color }} aria-hidden /> {plateName}
  </>
);

const PLATES: CrudPageProps<PlateRow, PlateForm> = {
  of: plates,
  noun: '板块',
  title: 'plateName',
  dicts: ['sys_normal_disable'],
  fields: (states) => [textField('plateName', '板块名称'), stateField(states)],
  columns: (states) => [
    textColumn('plateName', '板块名称', 200, { card: 'title', render: named }),
    textColumn('plateCode', '板块编码', 140),
    textColumn('sort', '排序', 80, { sort: 'sort' }),
    textColumn('assetCount', '资产数', 90, { sort: '' }),
    stateColumn(states),
    remarkColumn(220, { edit: inPlace(plates, 'remark', { permission: 'asset:plate:edit', maxLength: 500 }) }),
    timeColumn(),
  ],
  blank: { sort: 0, status: IN_USE, color: '#0A6BCB' },
  dialog: lazy(() => import('./parts/PlateDialog')),
};

/** 板块管理. */
export default function PlatePage() {
  return <CrudPage {...PLATES} />;
}
