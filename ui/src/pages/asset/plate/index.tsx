import { ColorPicker, Form } from 'antd';
import { type PlateForm, type PlateRow, plates } from '@/api/estate';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import {
  OrderItem,
  RemarkItem,
  remarkColumn,
  StateItem,
  stateField,
  TextItem,
  textColumn,
  textField,
} from '@/features/records/declare';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';

const named = ({ plateName, color }: PlateRow) => (
  <>
    <i className="swatch" style={{ background: color }} aria-hidden /> {plateName}
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
    textColumn('assetCount', '资产数', 90),
    stateColumn(states),
    remarkColumn(220),
    timeColumn(),
  ],
  blank: { sort: 0, status: IN_USE, color: '#0A6BCB' },
  form: (_loaded, _id, states) => (
    <>
      <TextItem name="plateName" label="板块名称" max={64} required first />
      <TextItem name="plateCode" label="板块编码" max={32} required />
      <OrderItem name="sort" />
      <Form.Item name="color" label="图表颜色" getValueFromEvent={(_color, hex: string) => hex}>
        <ColorPicker disabledAlpha format="hex" showText />
      </Form.Item>
      <StateItem states={states} />
      <RemarkItem />
    </>
  ),
};

/** 板块管理. */
export default function PlatePage() {
  return <CrudPage {...PLATES} />;
}
