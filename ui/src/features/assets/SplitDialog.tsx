import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Form } from 'antd';
import { type RoomForm, type RoomRow, splitRoom } from '@/api/assets';
import businessStyles from '@/features/business/business.module.css';
import { DayInput } from '@/features/business/fields';
import { areaText } from '@/features/business/parts';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { RoomFields } from './RoomForm';

interface SplitDialogProps {
  room: RoomRow;
  onClose: () => void;
}

interface Values {
  from: string;
  parts: RoomForm[];
}

const FEWEST = 2;

/** Splits a room into several from a day on. */
export default function SplitDialog({ room, onClose }: SplitDialogProps) {
  const { message } = App.useApp();
  const { roomId, version, buildingId, floorNo, useKind, priceUnit, basePriceE4 } = room;
  const part = {
    floorNo,
    priceUnit,
    ...(useKind && { useKind }),
    ...(typeof basePriceE4 === 'number' && { basePriceE4 }),
  };
  const save = async ({ from, parts }: Values) => {
    await splitRoom({ roomId, version, from, parts: parts.map((one) => ({ ...one, buildingId })) });
    void message.success('拆分成功');
  };
  return (
    <FormDialog<Values>
      title={`拆分房间 ${room.roomCode}（计租面积 ${areaText(room.rentAreaM2)} ㎡）`}
      initial={{ parts: [part, part] as RoomForm[] }}
      save={save}
      onClose={onClose}
      width={760}
    >
      <Form.Item name="from" label="生效日期（新房间的第一天）" rules={[requiredChoice('生效日期')]}>
        <DayInput ofRegister />
      </Form.Item>
      <Form.List name="parts">
        {(rows, { add, remove }) => (
          <div className={styles.wide}>
            {rows.map(({ key, name }) => (
              <fieldset key={key} className={businessStyles.subRows}>
                <legend>
                  新房间 {name + 1}{' '}
                  {rows.length > FEWEST && (
                    <Button
                      type="text"
                      aria-label={`去掉新房间 ${name + 1}`}
                      icon={<MinusCircleOutlined aria-hidden />}
                      onClick={() => remove(name)}
                    />
                  )}
                </legend>
                <div className={styles.formGrid}>
                  <RoomFields prefix={[name]} />
                </div>
              </fieldset>
            ))}
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add(part)}>
              再加一个
            </Button>
          </div>
        )}
      </Form.List>
    </FormDialog>
  );
}
