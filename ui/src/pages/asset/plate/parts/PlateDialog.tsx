import { ColorPicker, Form } from 'antd';
import type { PlateForm } from '@/api/assets';
import { crudDialog } from '@/features/records/crudDialog';
import { OrderItem, RemarkItem, StateItem, TextItem } from '@/features/records/items';

/** What makes a plate. */
export default crudDialog<PlateForm>(({ dicts: [states] }) => (
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
));
