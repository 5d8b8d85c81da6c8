import { App, Form, type FormInstance, Select } from 'antd';
import { type BuildingRow, mergeRooms, type RoomForm, type RoomRow, rooms } from '@/api/assets';
import businessStyles from '@/features/business/business.module.css';
import { DayInput } from '@/features/business/fields';
import { areaSum } from '@/features/business/parts';
import { formatArea } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { RoomFields } from './RoomForm';

interface MergeDialogProps {
  building: Pick<BuildingRow, 'buildingId' | 'buildingName' | 'assetName'>;
  /** The rooms to begin with. */
  chosen: readonly number[];
  onClose: () => void;
}

interface Values {
  roomIds: number[];
  from: string;
  whole: RoomForm;
}

const FEWEST = 2;
const MOST = 999;

const decimal = (hundredths: number): string => formatArea(hundredths).replace(/,/g, '');

/** The room that comes of others: their areas together, and what they have in common. */
function wholeOf(parts: readonly RoomRow[]): Partial<RoomForm> {
  const [first] = parts;
  if (!first) return {};
  const { floorNo, useKind, priceUnit, basePriceE4 } = first;
  const same = (key: keyof RoomRow) => parts.every((part) => part[key] === first[key]);
  return {
    floorNo,
    priceUnit,
    rentAreaM2: decimal(areaSum(parts.map(({ rentAreaM2 }) => rentAreaM2))),
    buildingAreaM2: decimal(areaSum(parts.map(({ buildingAreaM2 }) => buildingAreaM2))),
    ...(useKind && same('useKind') && { useKind }),
    ...(typeof basePriceE4 === 'number' && same('basePriceE4') && same('priceUnit') && { basePriceE4 }),
  };
}

function useRooms(buildingId: number) {
  return useQuery({
    ...rooms.rows({ buildingId, pageSize: MOST, orderByColumn: 'roomCode', isAsc: 'ascending' }),
    staleTime: 0,
  });
}

interface PartsProps {
  form: FormInstance<Values>;
  known: readonly RoomRow[];
}

/** Which rooms; the fields of the new one follow the choice. */
function Parts({ form, known }: PartsProps) {
  const follow = (ids: number[]) => {
    const parts = known.filter(({ roomId }) => ids.includes(roomId));
    form.setFieldsValue({ whole: wholeOf(parts) as RoomForm });
  };
  return (
    <Form.Item
      name="roomIds"
      label="要合并的房间（同一资产，两个以上）"
      className={styles.wide}
      rules={[
        {
          validator: (_rule, ids: number[] | undefined) =>
            (ids?.length ?? 0) >= FEWEST ? Promise.resolve() : Promise.reject(new Error('请至少选择两个房间')),
        },
      ]}
    >
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        onChange={follow}
        options={known.map(({ roomId: value, roomCode, floorNo, rentAreaM2 }) => ({
          value,
          label: `${roomCode}（${floorNo} 层，${rentAreaM2} ㎡）`,
        }))}
      />
    </Form.Item>
  );
}

/** Merges rooms of a building into one from a day on. */
export default function MergeDialog({ building, chosen, onClose }: MergeDialogProps) {
  const { message } = App.useApp();
  const { buildingId, buildingName, assetName } = building;
  const source = useRooms(buildingId);
  const { data } = source;
  const known = (data?.rows ?? []).filter(({ valid }) => valid.to.startsWith('9999'));
  const save = async ({ roomIds, from, whole }: Values) => {
    await mergeRooms({ roomIds, from, whole: { ...whole, buildingId } });
    void message.success('合并成功');
  };
  const initial = data && {
    roomIds: [...chosen],
    whole: wholeOf(known.filter(({ roomId }) => chosen.includes(roomId))) as RoomForm,
  };
  return (
    <FormDialog<Values>
      title={`合并房间：${assetName} ${buildingName}`}
      initial={initial}
      source={source}
      save={save}
      onClose={onClose}
      width={760}
    >
      {(form) => (
        <>
          <Parts form={form} known={known} />
          <Form.Item name="from" label="生效日期（新房间的第一天）" rules={[requiredChoice('生效日期')]}>
            <DayInput ofRegister />
          </Form.Item>
          <fieldset className={`${styles.wide} ${businessStyles.subRows}`}>
            <legend>合并后的房间</legend>
            <div className={styles.formGrid}>
              <RoomFields prefix={['whole']} />
            </div>
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
