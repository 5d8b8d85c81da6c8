import { Form, Input, InputNumber, Select } from 'antd';
import { buildings, type RoomRow, type RoomForm as RoomValues, rooms } from '@/api/assets';
import { PriceUnit, Usage } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import { AreaInput, DayInput, PriceInput, RemarkInput } from '@/features/business/fields';
import { PRICE_UNITS, USAGES } from '@/features/business/labels';
import { EntityDialog } from '@/features/records/EntityDialog';
import { dictOptions } from '@/lib/dict';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric, requiredNumeric } from '@/ui/NumberInput';
import { RemoteSelect } from '@/ui/RemoteSelect';
import type { Place } from './usePlace';

interface RoomFormProps {
  /** Where a new one goes. */
  place?: Place;
  room?: RoomRow;
  onClose: () => void;
}

async function load(room: RoomRow | undefined, place: Place | undefined): Promise<Partial<RoomValues>> {
  if (!room) {
    const { buildingId, floorNo } = place ?? {};
    return {
      floorNo: floorNo ?? 1,
      priceUnit: PriceUnit.AreaMonth,
      usage: Usage.Lettable,
      ...(buildingId && { buildingId }),
    };
  }
  const fresh = await rooms.fetch(room.roomId);
  const { buildingId, floorNo, roomNo, roomCode, roomName, useKind, buildingAreaM2, innerAreaM2 } = fresh;
  const { rentAreaM2, basePriceE4, priceUnit, version, remark = '' } = fresh;
  return {
    ...{ buildingId, floorNo, roomNo, roomCode, buildingAreaM2, rentAreaM2, priceUnit, version, remark },
    ...(roomName && { roomName }),
    ...(useKind && { useKind }),
    ...(innerAreaM2 && { innerAreaM2 }),
    ...(typeof basePriceE4 === 'number' && { basePriceE4 }),
  };
}

/** What describes a room; also used for the parts of a split. */
export function RoomFields({ prefix = [] }: { prefix?: (string | number)[] }) {
  const kinds = useDict('room_use_kind');
  const at = (name: string) => [...prefix, name];
  return (
    <>
      <Form.Item name={at('floorNo')} label="楼层（地下一层填-1）" rules={requiredNumeric()}>
        <IntegerInput min={-9} max={199} />
      </Form.Item>
      <Form.Item name={at('roomNo')} label="房号" rules={[requiredText('房号')]}>
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name={at('roomCode')} label="房间编码（不填自动生成）">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name={at('roomName')} label="名称">
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name={at('useKind')} label="房屋用途">
        <Select allowClear options={dictOptions(kinds)} />
      </Form.Item>
      <Form.Item name={at('buildingAreaM2')} label="建筑面积" rules={requiredNumeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name={at('rentAreaM2')} label="计租面积" rules={requiredNumeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name={at('innerAreaM2')} label="套内面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <Form.Item name={at('basePriceE4')} label="招租底价" rules={numeric()}>
        <PriceInput />
      </Form.Item>
      <Form.Item name={at('priceUnit')} label="底价单位">
        <Select options={[...PRICE_UNITS]} />
      </Form.Item>
    </>
  );
}

/** Adds or changes a room. */
export default function RoomForm({ place, room, onClose }: RoomFormProps) {
  const assetId = room?.assetId ?? place?.assetId;
  const known = useQuery({
    ...buildings.rows({ pageSize: 999, ...(assetId && { assetId }) }),
  });
  const save = (values: RoomValues) => (room ? rooms.edit({ ...values, roomId: room.roomId }) : rooms.add(values));
  return (
    <EntityDialog<RoomValues>
      noun="房间"
      id={room?.roomId ?? null}
      load={() => load(room, place)}
      save={save}
      onClose={onClose}
      width={720}
      another={({ roomNo: _no, roomCode: _code, roomName: _name, version: _version, ...alike }) => alike}
    >
      <Form.Item name="version" hidden>
        <InputNumber />
      </Form.Item>
      <Form.Item name="buildingId" label="所属楼栋" rules={[requiredChoice('所属楼栋')]}>
        <RemoteSelect
          source={known}
          rows={known.data?.rows}
          option={({ buildingId, buildingName, assetName }) => ({
            value: buildingId,
            label: assetId ? buildingName : `${assetName} ${buildingName}`,
          })}
          none="还没有楼栋，请先新增楼栋"
        />
      </Form.Item>
      <RoomFields />
      {!room && (
        <>
          <Form.Item name="usage" label="用途状态">
            <Select options={[...USAGES]} />
          </Form.Item>
          <Form.Item name="validFrom" label="启用日期（不填为一直有效）">
            <DayInput ofRegister />
          </Form.Item>
        </>
      )}
      <Form.Item name="remark" label="备注" className={styles.wide}>
        <RemarkInput />
      </Form.Item>
    </EntityDialog>
  );
}
