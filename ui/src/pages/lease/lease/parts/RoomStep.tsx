import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import type { RoomChoice } from '@/api/assets';
import { RoomSelector } from '@/features/assets/RoomSelector';
import { AreaInput, PriceInput } from '@/features/business/fields';
import { EmptyState } from '@/ui/EmptyState';
import { requiredNumeric } from '@/ui/NumberInput';
import styles from './lease.module.css';
import type { RoomValue } from './leaseValues';

const UNITS: Readonly<Record<number, string>> = { 2: '元/㎡·月', 3: '元/㎡·天' };

/** The unit price to start from: the base price when it is agreed in the same unit. */
const priceOf = (room: RoomChoice, basis: number): number | null =>
  typeof room.basePriceE4 === 'number' && room.priceUnit === basis - 1 ? room.basePriceE4 : null;

interface RoomRowsProps {
  partyAId: number | undefined;
  /** Days on which the rooms must be free. */
  from: string | null;
  to: string | null;
  basis: number | undefined;
  /** Only the prices change, the rooms stay. */
  fixed?: boolean;
}

/** Rooms with area and unit price; further ones are chosen in the room selector. */
export function RoomRows({ partyAId, from, to, basis, fixed = false }: RoomRowsProps) {
  const form = Form.useFormInstance();
  const [choosing, setChoosing] = useState(false);
  const unit = UNITS[basis ?? 1];
  const take = (chosen: readonly RoomChoice[]) => {
    const known: RoomValue[] = form.getFieldValue('rooms') ?? [];
    const rooms = chosen.map((room) => {
      const old = known.find(({ roomId }) => roomId === room.roomId);
      const { roomId, roomCode, assetName, rentAreaM2 } = room;
      return old ?? { roomId, roomCode, assetName, rentAreaM2, priceE4: priceOf(room, basis ?? 1) };
    });
    form.setFieldsValue({ rooms });
    setChoosing(false);
  };
  return (
    <>
      <Form.List
        name="rooms"
        rules={[
          {
            validator: (_rule, rooms: RoomValue[] | undefined) =>
              rooms && rooms.length > 0 ? Promise.resolve() : Promise.reject(new Error('请至少选择一个房间')),
          },
        ]}
      >
        {(rows, { remove }, { errors }) => (
          <>
            {!fixed && (
              <p>
                <Button
                  type="primary"
                  icon={<PlusOutlined aria-hidden />}
                  disabled={!partyAId || !from || !to}
                  onClick={() => setChoosing(true)}
                >
                  选择房间
                </Button>{' '}
                <span className="t2">{`可出租的房间按甲方与租期（${from ?? '—'} 至 ${to ?? '—'}）筛选`}</span>
              </p>
            )}
            {rows.length === 0 && <EmptyState kind="empty" title="还没有选择房间" />}
            <ul className={styles.leaseRooms}>
              {rows.map(({ key, name }) => {
                const room: RoomValue = form.getFieldValue(['rooms', name]);
                return (
                  <li key={key}>
                    <span>
                      <b>{room.roomCode}</b>
                      <br />
                      <small className="t2">{room.assetName}</small>
                    </span>
                    {/* a list gives only what has a field */}
                    <Form.Item name={[name, 'roomId']} hidden>
                      <InputNumber />
                    </Form.Item>
                    <Form.Item name={[name, 'rentAreaM2']} label="计租面积" rules={requiredNumeric()}>
                      <AreaInput disabled={fixed} />
                    </Form.Item>
                    {unit && (
                      <Form.Item name={[name, 'priceE4']} label="租金单价" rules={requiredNumeric()}>
                        <PriceInput unit={unit} />
                      </Form.Item>
                    )}
                    {!fixed && (
                      <Button
                        type="text"
                        aria-label={`去掉房间 ${room.roomCode}`}
                        icon={<DeleteOutlined aria-hidden />}
                        onClick={() => remove(name)}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
      {choosing && partyAId && from && to && (
        <RoomSelector
          rentStartDate={from}
          rentEndDate={to}
          partyAId={partyAId}
          value={((form.getFieldValue('rooms') ?? []) as RoomValue[]).map(({ roomId }) => roomId)}
          onChange={take}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

/** Step 2: which rooms. */
export function RoomStep() {
  const form = Form.useFormInstance();
  // the step with its field may not have been drawn
  const basis = Form.useWatch('rentBasis', { form, preserve: true }) as number | undefined;
  const partyAId = Form.useWatch('partyAId', form) as number | undefined;
  const [from, to] = (Form.useWatch('term', form) as [string | null, string | null] | undefined) ?? [null, null];
  return <RoomRows partyAId={partyAId} from={from} to={to} basis={basis} />;
}
