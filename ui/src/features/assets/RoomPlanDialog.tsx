import { DeleteOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { addRooms, type BuildingRow } from '@/api/assets';
import type { Schema } from '@/api/contract';
import { ApiError } from '@/api/errors';
import { Usage } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import { AreaInput } from '@/features/business/fields';
import { USAGES } from '@/features/business/labels';
import { dictOptions } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import formDialogStyles from '@/ui/form-dialog.module.css';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';
import styles from './room-plan.module.css';
import { floorsOf, hindrance, type PlannedRoom, planned, type RoomPattern } from './roomPlan';

type Values = RoomPattern & { useKind?: string; usage: Schema<'Usage'> };

interface RoomPlanProps {
  rooms: readonly PlannedRoom[];
  onChange: (rooms: PlannedRoom[]) => void;
}

/** The rooms to come as they will lie, the highest floor first; each can be changed or left out. */
function RoomPlan({ rooms, onChange }: RoomPlanProps) {
  const floors = [...new Set(rooms.map(({ floorNo }) => floorNo))].sort((a, b) => b - a);
  const change = (room: PlannedRoom, next: Partial<PlannedRoom>) =>
    onChange(rooms.map((one) => (one === room ? { ...one, ...next } : one)));
  return (
    <ul className={styles.roomPlan} aria-label="将生成的房间">
      {floors.map((floor) => (
        <li key={floor}>
          <b>{floor} 层</b>
          <ul>
            {rooms.map((room, place) =>
              room.floorNo !== floor ? null : (
                // a room has no name of its own until it is there
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells one from another
                <li key={place}>
                  <Input
                    size="small"
                    aria-label={`${floor} 层房号 ${room.roomNo}`}
                    maxLength={20}
                    value={room.roomNo}
                    onChange={({ target }) => change(room, { roomNo: target.value })}
                  />
                  <Input
                    size="small"
                    aria-label={`${floor} 层 ${room.roomNo} 面积`}
                    suffix="㎡"
                    value={room.rentAreaM2}
                    onChange={({ target }) =>
                      change(room, { rentAreaM2: target.value.trim(), buildingAreaM2: target.value.trim() })
                    }
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={`不生成 ${floor} 层 ${room.roomNo}`}
                    icon={<DeleteOutlined aria-hidden />}
                    onClick={() => onChange(rooms.filter((one) => one !== room))}
                  />
                </li>
              ),
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface RoomPlanDialogProps {
  building: Pick<BuildingRow, 'buildingId' | 'buildingName'>;
  onClose: () => void;
}

/** Makes the rooms of a building floor by floor: by a pattern, looked through, entered in one operation. */
export default function RoomPlanDialog({ building, onClose }: RoomPlanDialogProps) {
  const { message } = App.useApp();
  const kinds = useDict('room_use_kind');
  const [rooms, setRooms] = useState<PlannedRoom[] | null>(null);
  const why = rooms ? hindrance(rooms) : '';
  const save = async ({ useKind, usage }: Values) => {
    if (!rooms || why) throw new ApiError(0, why || '请先生成预览');
    const { count } = await addRooms({
      buildingId: building.buildingId,
      rooms,
      usage,
      ...(useKind && { useKind }),
    });
    void message.success(`已生成 ${count} 间房间`);
  };
  return (
    <FormDialog<Values>
      title={`批量生成房间：${building.buildingName}`}
      initial={{ floorFrom: 1, floorTo: 1, perFloor: 4, pattern: '{层}{序}', usage: Usage.Lettable }}
      save={save}
      onClose={onClose}
      width={860}
      okText={rooms ? `生成 ${rooms.length} 间` : '生成'}
      blocked={!rooms || why !== ''}
    >
      {(form) => (
        <>
          <Form.Item name="floorFrom" label="楼层从（地下一层填-1）" rules={requiredNumeric()}>
            <IntegerInput min={-9} max={199} />
          </Form.Item>
          <Form.Item
            name="floorTo"
            label="楼层至"
            dependencies={['floorFrom']}
            rules={[
              ...requiredNumeric(),
              ({ getFieldValue }) => ({
                validator: (_rule, to: number) =>
                  floorsOf(getFieldValue('floorFrom'), to).length > 0
                    ? Promise.resolve()
                    : Promise.reject(new Error('最高楼层不能低于起始楼层，且没有 0 层')),
              }),
            ]}
          >
            <IntegerInput min={-9} max={199} />
          </Form.Item>
          <Form.Item name="perFloor" label="每层间数" rules={requiredNumeric()}>
            <IntegerInput min={1} max={99} />
          </Form.Item>
          <Form.Item
            name="pattern"
            label="房号规则"
            extra="{层} 为楼层，{序} 为两位序号：{层}{序} 生成 101、102……"
            rules={[requiredText('房号规则'), { pattern: /\{序\}/, message: '房号规则须含 {序}，否则同层房号重复' }]}
          >
            <Input maxLength={16} autoComplete="off" />
          </Form.Item>
          <Form.Item name="areaM2" label="每间面积（建筑面积和计租面积）" rules={requiredNumeric()}>
            <AreaInput />
          </Form.Item>
          <Form.Item name="usage" label="用途状态">
            <Select options={[...USAGES]} />
          </Form.Item>
          <Form.Item name="useKind" label="房屋用途">
            <Select allowClear options={dictOptions(kinds)} />
          </Form.Item>
          <div className={formDialogStyles.wide}>
            <Button
              onClick={() =>
                form.validateFields().then(
                  (values) => setRooms(planned(values)),
                  () => {},
                )
              }
            >
              {rooms ? '重新生成预览' : '生成预览'}
            </Button>{' '}
            <span className={why ? '' : 't2'} role={why ? 'alert' : undefined}>
              {why || (rooms ? `共 ${rooms.length} 间，可以改房号、面积或删去不要的` : '预览以后可以逐间修改')}
            </span>
            {rooms && rooms.length <= 500 && <RoomPlan rooms={rooms} onChange={setRooms} />}
          </div>
        </>
      )}
    </FormDialog>
  );
}
