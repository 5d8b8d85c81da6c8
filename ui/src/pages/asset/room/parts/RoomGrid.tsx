import { keepPreviousData } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { type BuildingRow, type GridFloor, type GridRoom, roomGridQuery } from '@/api/assets';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { answersTo, lineArea, linesOf, placeRooms } from './layout';
import { RoomCell } from './RoomCell';
import styles from './rooms.module.css';
import { StateChips } from './StateChips';

export const GRID_KEY = 'room-grid';

const floorName = (floorNo: number): string => (floorNo < 0 ? `B${-floorNo}` : `${floorNo}F`);

interface FloorProps {
  floor: GridFloor;
  /** The largest area of a line of the building. */
  largest: number;
  roomId: number | undefined;
  answers: (room: GridRoom) => boolean;
  onRoom: (roomId: number) => void;
}

function Floor({ floor: { floorNo, rooms }, largest, roomId, answers, onRoom }: FloorProps) {
  const name = floorName(floorNo);
  return (
    <div className={`${styles.floor} ${rooms.some(answers) ? '' : styles.faded}`}>
      <div className={styles.floorNo}>
        <b>{name}</b>
        <small>{rooms.length} 间</small>
      </div>
      <ul aria-label={`${name} 的房间`}>
        {linesOf(rooms).map((line) => (
          <li key={line[0]?.roomId} className={styles.floorLine}>
            <ul aria-label={`${name} 的一排`}>
              {placeRooms(line, largest).map((placed) => (
                <RoomCell
                  key={placed.room.roomId}
                  {...placed}
                  pressed={placed.room.roomId === roomId}
                  faded={!answers(placed.room)}
                  onPress={() => onRoom(placed.room.roomId)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RoomGridProps {
  building: BuildingRow;
  day: string;
  words: string;
  roomId: number | undefined;
  onRoom: (roomId: number) => void;
  /** What stands there when the building has no rooms. */
  empty: React.ReactNode;
}

/** 房态图: the floors of a building with the state of each room on a day. */
export default function RoomGrid({ building, day, words, roomId, onRoom, empty }: RoomGridProps) {
  const [only, setOnly] = useState(0);
  const { buildingId } = building;
  const grid = useQuery({
    ...roomGridQuery(buildingId, day),
    placeholderData: keepPreviousData,
  });
  if (grid.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (grid.isError) return <LoadFailed title="房态图加载失败" error={grid.error} retry={grid.refetch} />;
  const { floors, partyAName } = grid.data;
  const rooms = floors.flatMap((floor) => floor.rooms);
  if (rooms.length === 0) return empty;
  const largest = Math.max(...floors.flatMap((floor) => linesOf(floor.rooms).map(lineArea)));
  const answers = (room: GridRoom) => (only === 0 || room.state === only) && answersTo(room, words);
  const found = words.trim() === '' ? null : rooms.filter(answers).length;
  return (
    <>
      <header className={styles.roomTitle}>
        <h2>{`${building.assetName} · ${building.buildingName}`}</h2>
        {partyAName && <span className="t2">甲方 {partyAName}</span>}
        <span className={styles.roomKey}>
          {found === null ? '单元格：房号 · 面积 / 承租人 / 月租金（元）· 到期' : `找到 ${found} 间`}
        </span>
        <span className={styles.roomPrinted}>{`${day} 的房态`}</span>
      </header>
      <StateChips rooms={rooms} value={only} onChange={setOnly} />
      {floors.map((floor) => (
        <Floor key={floor.floorNo} {...{ floor, largest, roomId, answers, onRoom }} />
      ))}
    </>
  );
}
