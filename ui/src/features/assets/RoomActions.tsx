import { App, Form, Input, Select } from 'antd';
import { blockRoom, endRoom, type RoomRow, setRoomUsage } from '@/api/assets';
import type { Schema } from '@/api/contract';
import { OccupancyKind, Usage } from '@/api/generated/enums';
import { DayInput } from '@/features/business/fields';
import { BLOCK_KINDS, USAGES } from '@/features/business/labels';
import { requiredChoice } from '@/lib/rules';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';

interface RoomActionsProps {
  kind: 'usage' | 'block' | 'end';
  room: RoomRow;
  onClose: () => void;
}

interface Values {
  usage: Schema<'Usage'>;
  kind: Schema<'OccupancyKind'>;
  from: string;
  to: string;
  doc: string;
}

const TITLES = { usage: '变更用途', block: '登记占用', end: '停用房间' } as const;
/** What happens to a room from a day on: another usage, some days' occupation, its end. */
export default function RoomActions({ kind, room, onClose }: RoomActionsProps) {
  const { message } = App.useApp();
  const { roomId, version } = room;
  const save = async ({ usage, kind: why, from, to, doc = '' }: Values) => {
    if (kind === 'usage') await setRoomUsage({ roomId, version, usage, from, doc });
    else if (kind === 'block') await blockRoom({ roomId, kind: why, from, to, reason: doc });
    else await endRoom({ roomId, version, last: to });
    void message.success('保存成功');
  };
  return (
    <FormDialog<Values>
      title={`${TITLES[kind]}：${room.roomCode}`}
      initial={{ usage: room.usage ?? Usage.Lettable, kind: OccupancyKind.Repair }}
      save={save}
      onClose={onClose}
      width={520}
    >
      {kind === 'usage' && (
        <Form.Item name="usage" label="用途状态">
          <Select options={[...USAGES]} />
        </Form.Item>
      )}
      {kind === 'block' && (
        <Form.Item name="kind" label="占用类型">
          <Select options={[...BLOCK_KINDS]} />
        </Form.Item>
      )}
      {kind !== 'end' && (
        <Form.Item
          name="from"
          label={kind === 'usage' ? '生效日期' : '开始日期'}
          rules={[requiredChoice(kind === 'usage' ? '生效日期' : '开始日期')]}
        >
          <DayInput ofRegister />
        </Form.Item>
      )}
      {kind !== 'usage' && (
        <Form.Item
          name="to"
          label={kind === 'end' ? '最后一天' : '结束日期'}
          rules={[requiredChoice(kind === 'end' ? '最后一天' : '结束日期')]}
        >
          <DayInput ofRegister />
        </Form.Item>
      )}
      {kind !== 'end' && (
        <Form.Item name="doc" label={kind === 'usage' ? '依据' : '原因'} className={styles.wide}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
