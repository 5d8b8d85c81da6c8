import { EllipsisOutlined, PlusOutlined, PrinterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Segmented, Select } from 'antd';
import type { BuildingRow } from '@/api/assets';
import type { ImportReport } from '@/api/exchange';
import { DayInput } from '@/features/business/fields';
import { AssetSelect } from '@/features/choices/lists';
import { ImportButton } from '@/features/import/ImportButton';
import { Can, useCan } from '@/ui/Can';
import styles from './rooms.module.css';
import type { RoomPlace } from './usePlace';

/** What the bar asks for. */
export interface BarActions {
  addRoom: () => void;
  planRooms: () => void;
  mergeRooms: () => void;
  addBuilding: () => void;
  editBuilding: () => void;
  imported: (report: ImportReport) => void;
}

interface RoomBarProps {
  place: RoomPlace;
  move: (next: Partial<RoomPlace>) => void;
  building: BuildingRow | undefined;
  buildings: readonly BuildingRow[];
  words: string;
  onWords: (words: string) => void;
  actions: BarActions;
}

const MODES = [
  { value: 'grid', label: '房态图' },
  { value: 'list', label: '列表' },
] as const;

/** What is done seldom. */
function MoreActions({ building, actions }: { building: BuildingRow | undefined; actions: BarActions }) {
  const can = useCan();
  const offers = [
    building && can(['asset:room:add']) && { key: 'plan', label: '批量生成房间', onClick: actions.planRooms },
    building && can(['asset:room:edit']) && { key: 'merge', label: '合并房间', onClick: actions.mergeRooms },
    can(['asset:building:add']) && { key: 'add', label: '新增楼栋', onClick: actions.addBuilding },
    building && can(['asset:building:edit']) && { key: 'edit', label: '修改楼栋', onClick: actions.editBuilding },
  ];
  const items = offers.filter((offer) => typeof offer === 'object');
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button aria-label="更多" icon={<EllipsisOutlined aria-hidden />} />
    </Dropdown>
  );
}

/** Chooses asset, building, day and mode; searches; adds rooms and buildings. */
export function RoomBar({ place, move, building, buildings, words, onWords, actions }: RoomBarProps) {
  const grid = place.mode === 'grid';
  return (
    <section className={`card ${styles.roomBar} no-print`} aria-label="楼栋">
      <label htmlFor="room-asset" className={styles.roomAsset}>
        <span>资产</span>
        <AssetSelect
          id="room-asset"
          placeholder={grid ? '请选择资产' : '全部资产'}
          allowClear={!grid}
          value={place.assetId ?? null}
          onChange={(id: number | null | undefined) =>
            (id || !grid) && move({ assetId: id ?? undefined, buildingId: undefined, roomId: undefined })
          }
        />
      </label>
      <label htmlFor="room-building" className={styles.roomBuilding}>
        <span>楼栋</span>
        <Select
          id="room-building"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={grid ? '请选择楼栋' : '全部楼栋'}
          allowClear={!grid}
          options={buildings.map(({ buildingId: value, buildingName: label }) => ({ value, label }))}
          value={building?.buildingId ?? null}
          onChange={(id: number | null | undefined) =>
            (id || !grid) && move({ buildingId: id ?? undefined, roomId: undefined })
          }
        />
      </label>
      {grid && (
        <span className={styles.roomDay}>
          <DayInput aria-label="日期" value={place.day} onChange={(day) => day && move({ day })} />
        </span>
      )}
      {grid && (
        <Input
          className={styles.roomSearch}
          aria-label="查找房间"
          placeholder="房号 / 承租人 / 合同号"
          suffix={<SearchOutlined aria-hidden />}
          allowClear
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
      )}
      <span className={styles.end}>
        <Segmented
          aria-label="显示方式"
          options={[...MODES]}
          value={place.mode}
          onChange={(mode) => move({ mode, roomId: undefined })}
        />
        {grid && building && (
          <Button
            className={styles.roomPrint}
            aria-label="打印"
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => window.print()}
          />
        )}
        <span className={styles.roomImport}>
          <ImportButton
            permission="asset:room:import"
            base="/asset/room"
            noun="房间"
            titles={['房间编码', '房号']}
            onDone={actions.imported}
          />
        </span>
        {place.assetId !== undefined && <MoreActions building={building} actions={actions} />}
        {building && (
          <Can permission="asset:room:add">
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={actions.addRoom}>
              新增房间
            </Button>
          </Can>
        )}
      </span>
    </section>
  );
}
