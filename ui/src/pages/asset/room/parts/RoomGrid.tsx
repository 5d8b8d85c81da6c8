import { MergeCellsOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { type BuildingRow, fetchGrid, type GridRoom } from '@/api/estate';
import { DayInput } from '@/features/business/fields';
import { areaSum, areaText } from '@/features/business/parts';
import { type RoomDialog, RoomDialogs } from '@/features/estate/RoomDialogs';
import { ROOM_STATES, roomState } from '@/features/estate/roomStates';
import { formatArea } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { useLayout } from '@/stores/layout';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { RoomCard } from './RoomCard';

interface RoomGridProps {
  building: BuildingRow | undefined;
  pending: boolean;
}

const floorName = (floorNo: number): string => (floorNo < 0 ? `B${-floorNo}` : `${floorNo}F`);

interface ChipsProps {
  rooms: readonly GridRoom[];
  value: number;
  onChange: (state: number) => void;
}

/** The legend with the numbers; a press shows one state only. */
function StateChips({ rooms, value, onChange }: ChipsProps) {
  const states = [{ value: 0, label: '全部' }, ...ROOM_STATES];
  return (
    <ul className="state-chips" aria-label="房态">
      {states.map(({ value: state, label }) => {
        const of = state === 0 ? rooms : rooms.filter((room) => room.state === state);
        if (of.length === 0 && state !== 0) return null;
        return (
          <li key={state}>
            <button type="button" aria-pressed={value === state} onClick={() => onChange(value === state ? 0 : state)}>
              {label} <b>{of.length}</b> <small>{formatArea(areaSum(of.map(({ rentAreaM2 }) => rentAreaM2)))} ㎡</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface CellProps {
  room: GridRoom;
  pressed: boolean;
  onPress: () => void;
}

function Cell({ room, pressed, onPress }: CellProps) {
  const state = roomState(room.state);
  return (
    <button
      type="button"
      className="room-cell"
      style={{ '--tone': state?.color } as React.CSSProperties}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <b>
        {room.roomNo}
        <small>{areaText(room.rentAreaM2)} ㎡</small>
      </b>
      <span>{state?.label}</span>
      <small title={room.reason}>{room.reason || room.roomName}</small>
      {room.span && <small>至 {room.span.to.startsWith('9999') ? '长期' : room.span.to}</small>}
    </button>
  );
}

/** Beside the grid; on narrow screens over it, so that closing it leads back to the same place. */
function CardPlace({ children, onClose }: { children: React.ReactNode; onClose: () => void }) {
  const mobile = useLayout((state) => state.mobile);
  if (!mobile) return children;
  return (
    // the card has a head and a cross of its own; the title names the dialog
    <Drawer
      open
      title="房间卡片"
      placement="bottom"
      size="85%"
      rootClassName="room-drawer"
      styles={{ header: { display: 'none' }, body: { padding: 0 } }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  );
}

/** 房态图: the floors of a building with the state of each room on a day. */
export default function RoomGrid({ building, pending }: RoomGridProps) {
  const client = useQueryClient();
  const [day, setDay] = useState(today());
  const [only, setOnly] = useState(0);
  const [roomId, choose] = useState<number | null>(null);
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const buildingId = building?.buildingId ?? 0;
  const grid = useQuery({
    queryKey: ['room-grid', buildingId, day],
    queryFn: () => fetchGrid(buildingId, day),
    enabled: buildingId > 0,
    placeholderData: keepPreviousData,
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['room-grid'] });
    void client.invalidateQueries({ queryKey: ['room-card'] });
    void client.invalidateQueries({ queryKey: ['history', 'room'] });
  };
  const body = () => {
    if (pending || (building && grid.isPending)) return <Skeleton active paragraph={{ rows: 8 }} />;
    if (!building) return <EmptyState kind="empty" title="该资产还没有楼栋" text="请先新增楼栋，再登记房间" />;
    if (grid.isError) return <LoadFailed title="房态图加载失败" error={grid.error} retry={grid.refetch} />;
    const floors = grid.data?.floors ?? [];
    const rooms = floors.flatMap((floor) => floor.rooms);
    if (rooms.length === 0) return <EmptyState kind="empty" title="该楼栋还没有房间" text="点击“新增房间”登记" />;
    return (
      <>
        <StateChips rooms={rooms} value={only} onChange={setOnly} />
        {floors.map(({ floorNo, rooms: onFloor }) => (
          <div key={floorNo} className="floor">
            <div className="floor-no">
              <b>{floorName(floorNo)}</b>
              <br />
              <small className="t2">{onFloor.length} 间</small>
            </div>
            <ul aria-label={`${floorName(floorNo)} 的房间`}>
              {onFloor
                .filter((room) => only === 0 || room.state === only)
                .map((room) => (
                  <li key={room.roomId}>
                    <Cell room={room} pressed={room.roomId === roomId} onPress={() => choose(room.roomId)} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </>
    );
  };
  return (
    <div className="room-body">
      <section className="card room-grid" aria-label="房态图">
        <header className="room-bar" style={{ padding: '0 0 12px' }}>
          <h2 style={{ margin: 0 }}>{building ? `${building.assetName} · ${building.buildingName}` : '房态图'}</h2>
          <span className="end">
            <DayInput aria-label="日期" value={day} onChange={(next) => next && setDay(next)} />
            {building && (
              <Can permission="asset:room:edit">
                <Button
                  icon={<MergeCellsOutlined aria-hidden />}
                  onClick={() => setDialog({ kind: 'merge', building, chosen: [] })}
                >
                  合并房间
                </Button>
              </Can>
            )}
            {building && (
              <Can permission="asset:room:add">
                <Button
                  type="primary"
                  icon={<PlusOutlined aria-hidden />}
                  onClick={() => setDialog({ kind: 'add', place: { assetId: building.assetId, buildingId } })}
                >
                  新增房间
                </Button>
              </Can>
            )}
          </span>
        </header>
        {body()}
      </section>
      {roomId !== null && (
        <CardPlace onClose={() => choose(null)}>
          <RoomCard
            roomId={roomId}
            onDeed={setDialog}
            onOpen={choose}
            onChanged={refresh}
            onClose={() => choose(null)}
          />
        </CardPlace>
      )}
      <RoomDialogs dialog={dialog} onSaved={refresh} onClose={() => setDialog(null)} />
    </div>
  );
}
