import { CloseOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { App, Button, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { type KinRoom, type Occupancy, type RoomCard as Room, roomCardQuery, unblockRoom } from '@/api/assets';
import type { DateSpan } from '@/api/business';
import type { RoomDialog } from '@/features/assets/RoomDialogs';
import { RoomStateTag } from '@/features/assets/roomStates';
import { History } from '@/features/business/History';
import { labelOf, OCCUPANCY_KINDS, PRICE_UNITS, USAGES } from '@/features/business/labels';
import { areaText, priceText } from '@/features/business/parts';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { useConfirm } from '@/ui/useConfirm';
import { OccupancyLine } from './OccupancyLine';
import { RoomRegisters } from './RoomRegisters';
import styles from './rooms.module.css';
import { TenancyPart, TenancyWarnings } from './TenancyPart';

interface RoomCardProps {
  roomId: number;
  onAction: (dialog: RoomDialog) => void;
  /** A lease of the room, as long as it may be let. */
  onLet: () => void;
  /** Another room's card instead. */
  onOpen: (roomId: number) => void;
  onClose: () => void;
}

interface KinProps {
  title: string;
  rooms: readonly KinRoom[];
  onOpen: (roomId: number) => void;
}

/** Rooms before or after a split or merger; a press shows their card. */
function Kin({ title, rooms, onOpen }: KinProps) {
  if (rooms.length === 0) return null;
  return (
    <li>
      <span className="t2">{title}</span>
      <span className={styles.kin}>
        {rooms.map(({ roomId, roomCode, valid }) => (
          <button
            key={roomId}
            type="button"
            className="link"
            title={`${valid.from} 至 ${isOpen(valid) ? '今' : valid.to}`}
            onClick={() => onOpen(roomId)}
          >
            {roomCode}
          </button>
        ))}
      </span>
    </li>
  );
}

const isOpen = ({ to }: DateSpan): boolean => to.startsWith('9999');

/** Of an empty room: since when, why it may not be let, else the lease that is its next step. */
function EmptyPart({ room: { emptySince, withheld, partyAId }, onLet }: { room: Room; onLet: () => void }) {
  if (!emptySince) return null;
  return (
    <>
      {withheld && (
        <p className={`${styles.roomWarning} ${styles.warn}`}>
          <ExclamationCircleFilled aria-hidden /> <span>空置但不可租：{withheld}</span>
        </p>
      )}
      <p className="t2">{`${emptySince} 起空置，已 ${dayjs(today()).diff(emptySince, 'day')} 天`}</p>
      {!withheld && partyAId > 0 && (
        <Can permission="lease:lease:add">
          <div className={styles.actions}>
            <Button type="primary" onClick={onLet}>
              新签合同
            </Button>
          </div>
        </Can>
      )}
    </>
  );
}

/** What the room is; since when only where somebody said so. */
function RoomFacts({ room }: { room: Room }) {
  const { valid } = room;
  const price = priceText(room.basePriceE4);
  const since = room.sinceKnown ? `${valid.from} 起` : '';
  return (
    <Facts
      look="rows"
      facts={[
        ['计租面积', `${areaText(room.rentAreaM2)} ㎡`],
        ['建筑面积', `${areaText(room.buildingAreaM2)} ㎡`],
        ['用途', [room.useKind, labelOf(USAGES, room.usage)].filter(Boolean).join(' · ')],
        ['招租底价', price && `${price} ${labelOf(PRICE_UNITS, room.priceUnit)}`],
        ['有效期', isOpen(valid) ? since : `${since ? `${valid.from} ` : ''}至 ${valid.to}`],
      ]}
    />
  );
}

/** Everything about one room, beside the grid. */
export function RoomCard({ roomId, onAction, onLet, onOpen, onClose }: RoomCardProps) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { data: room, error, refetch } = useQuery(roomCardQuery(roomId));
  const free = (row: Occupancy) =>
    confirm({
      title: '释放占用',
      content: `确定要释放 ${row.span.from} 至 ${row.span.to} 的${labelOf(OCCUPANCY_KINDS, row.kind)}占用吗？`,
      okText: '释放',
      danger: true,
      run: () =>
        unblockRoom(row.occupancyId).then(() => {
          void message.success('已释放');
        }),
    });
  const close = <Button type="text" aria-label="关闭房间卡片" icon={<CloseOutlined aria-hidden />} onClick={onClose} />;
  if (error || !room) {
    return (
      <aside className={`card ${styles.roomCard}`} aria-label="房间">
        <header>{close}</header>
        {error ? (
          <LoadFailed title="房间加载失败" error={error} retry={refetch} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </aside>
    );
  }
  return (
    <aside className={`card ${styles.roomCard}`} aria-label={`房间 ${room.roomCode}`}>
      <header>
        <h3>{room.roomCode}</h3>
        <RoomStateTag state={room.state} />
        {close}
      </header>
      <TenancyWarnings room={room} />
      <TenancyPart room={room} />
      <EmptyPart room={room} onLet={onLet} />
      <h4>占用时间轴</h4>
      <OccupancyLine rows={room.occupancies} />
      <ul>
        {room.occupancies.map((row) => (
          <li key={row.occupancyId}>
            <span>
              {labelOf(OCCUPANCY_KINDS, row.kind)} {row.tenantName || row.reason}
              <br />
              <small className="t2">{`${row.span.from} 至 ${isOpen(row.span) ? '长期' : row.span.to}`}</small>
            </span>
            {row.leaseId === 0 && (
              <Can permission="asset:room:edit">
                <button type="button" className="link" onClick={() => free(row)}>
                  释放
                </button>
              </Can>
            )}
          </li>
        ))}
      </ul>
      <h4>房间</h4>
      <RoomFacts room={room} />
      {room.parentRooms.length + room.childRooms.length > 0 && (
        <>
          <h4>拆分与合并</h4>
          <ul aria-label="房间沿革">
            <Kin title="来源房间" rooms={room.parentRooms} onOpen={onOpen} />
            <Kin title={room.childRooms.length > 1 ? '已拆分为' : '已变更为'} rooms={room.childRooms} onOpen={onOpen} />
          </ul>
        </>
      )}
      <div className={styles.actions}>
        <RoomRegisters roomId={room.roomId} />
      </div>
      {isOpen(room.valid) && (
        <Can permission="asset:room:edit">
          <div className={styles.actions}>
            <Button onClick={() => onAction({ kind: 'edit', room })}>修改</Button>
            <Button onClick={() => onAction({ kind: 'usage', room })}>变更用途</Button>
            <Button onClick={() => onAction({ kind: 'block', room })}>登记占用</Button>
            <Button onClick={() => onAction({ kind: 'split', room })}>拆分</Button>
            <Button onClick={() => onAction({ kind: 'merge', building: room, chosen: [room.roomId] })}>合并</Button>
            <Button danger onClick={() => onAction({ kind: 'end', room })}>
              停用
            </Button>
          </div>
        </Can>
      )}
      <h4>变更历史</h4>
      <History kind="room" id={room.roomId} />
    </aside>
  );
}
