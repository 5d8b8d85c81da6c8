import { Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { assetsQuery, buildings, rooms } from '@/api/assets';
import type { ImportReport } from '@/api/exchange';
import { type RoomDialog, RoomDialogs } from '@/features/assets/RoomDialogs';
import { RoomList } from '@/features/assets/RoomList';
import { useQuery } from '@/lib/useQuery';
import { useLayout } from '@/stores/layout';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { Drawer } from '@/ui/overlays';
import { PageLink } from '@/ui/PageLink';
import { useOpenPage } from '@/ui/useOpenPage';
import { RoomBar } from './parts/RoomBar';
import { RoomCard } from './parts/RoomCard';
import roomsStyles from './parts/rooms.module.css';
import { usePlace } from './parts/usePlace';

const RoomGrid = lazy(
  () => import('./parts/RoomGrid'),
  () => <Skeleton active paragraph={{ rows: 8 }} />,
);
const LeaseWizard = lazy(() => import('@/pages/lease/lease/parts/LeaseWizard'));
const BuildingDialog = lazy(() => import('./parts/BuildingDialog'));

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
      rootClassName={roomsStyles.roomDrawer}
      styles={{ header: { display: 'none' }, body: { padding: 0 } }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  );
}

const SCOPE_TEXT = '只显示您数据范围内的资产；如应有数据，请联系管理员核对部门和角色';

interface NothingProps {
  title: string;
  /** What comes first, or next. */
  text: string;
  /** What people do who may not add anything. */
  permission: string;
  label: string;
  onPress: () => void;
}

/** Nothing here yet, and who may change that. */
const Nothing = ({ title, text, permission, label, onPress }: NothingProps) => (
  <EmptyState
    kind="empty"
    title={title}
    text={text}
    action={
      <Can permission={permission}>
        <Button type="primary" onClick={onPress}>
          {label}
        </Button>
      </Can>
    }
  />
);

/** 楼栋房间: the grid of a building on a day, or its rooms as a list. */
export default function RoomPage() {
  const assets = useQuery(assetsQuery);
  const openPage = useOpenPage();
  const [asked, move] = usePlace();
  const [letting, setLetting] = useState<number | null>(null);
  const [words, setWords] = useState('');
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  // null = a new building
  const [editing, setEditing] = useState<number | null | undefined>();
  // the grid shows one building, whoever asks for none; the list is of all buildings unless somebody asks for one
  const assetId = asked.assetId ?? (asked.mode === 'list' ? undefined : assets.data?.[0]?.assetId);
  const known = useQuery({
    ...buildings.rows({ assetId, pageSize: 999 }),
    enabled: assetId !== undefined,
  });
  const rows = known.data?.rows ?? [];
  const wanted = rows.find(({ buildingId }) => buildingId === asked.buildingId);
  const building = wanted ?? (asked.mode === 'list' ? undefined : rows[0]);
  const place = { ...(assetId && { assetId }), ...(building && { buildingId: building.buildingId }) };
  const close = () => move({ roomId: undefined });
  const addRoom = () => building && setDialog({ kind: 'add', place: { assetId: building.assetId, ...place } });
  const actions = {
    addRoom,
    planRooms: () => building && setDialog({ kind: 'plan', building }),
    mergeRooms: () => building && setDialog({ kind: 'merge', building, chosen: [] }),
    addBuilding: () => setEditing(null),
    editBuilding: () => building && setEditing(building.buildingId),
    // rooms come in for all assets at once, with the buildings they make; the first of them is shown
    imported: async ({ rows: came }: ImportReport) => {
      const first = came.find(({ outcome }) => outcome === 'created');
      // they are in whether this look-up succeeds or not
      const found = first && (await rooms.list({ roomCode: first.key, pageSize: 1 }).catch(() => undefined));
      const room = found?.rows[0];
      if (room) move({ assetId: room.assetId, buildingId: room.buildingId, roomId: undefined });
    },
  };
  const body = () => {
    // the first asset is shown to who asks for none
    const source = assetId === undefined ? assets : known;
    if (source.isError) return <LoadFailed title="房态图加载失败" error={source.error} retry={source.refetch} />;
    if (source.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
    if (!building) {
      if (assetId === undefined) {
        const action = (
          <Can permission="asset:asset:add">
            <PageLink to="/asset/asset">去登记资产</PageLink>
          </Can>
        );
        return <EmptyState kind="empty" title="还没有资产" text={SCOPE_TEXT} action={action} />;
      }
      return (
        <Nothing
          title="该资产还没有楼栋"
          text="先登记楼栋，再按楼层批量生成房间"
          permission="asset:building:add"
          label="新增楼栋"
          onPress={actions.addBuilding}
        />
      );
    }
    return (
      <RoomGrid
        building={building}
        day={asked.day}
        words={words}
        roomId={asked.roomId}
        onRoom={(roomId) => move({ assetId, buildingId: building.buildingId, roomId })}
        empty={
          <Nothing
            title="该楼栋还没有房间"
            text="按楼层和每层间数一次生成，或用右上角“新增房间”逐间登记"
            permission="asset:room:add"
            label="批量生成房间"
            onPress={actions.planRooms}
          />
        }
      />
    );
  };
  return (
    <div className={roomsStyles.roomPage}>
      <RoomBar
        place={{ ...asked, assetId }}
        {...{ move, building, words, actions }}
        buildings={rows}
        onWords={setWords}
      />
      {asked.mode === 'list' ? (
        <RoomList place={place} />
      ) : (
        <div className={roomsStyles.roomBody}>
          <section className={`card ${roomsStyles.roomGrid}`} aria-label="房态图">
            {body()}
          </section>
          {asked.roomId !== undefined && (
            <CardPlace onClose={close}>
              <RoomCard
                roomId={asked.roomId}
                onAction={setDialog}
                onLet={() => setLetting(asked.roomId ?? null)}
                onOpen={(roomId) => move({ roomId })}
                onClose={close}
              />
            </CardPlace>
          )}
        </div>
      )}
      <RoomDialogs dialog={dialog} onClose={() => setDialog(null)} />
      <Suspense fallback={null}>
        {letting !== null && (
          <LeaseWizard
            leaseId={null}
            room={letting}
            onSaved={(saved) => openPage(`/lease/lease/detail/${saved}`)}
            onClose={() => setLetting(null)}
          />
        )}
        {editing !== undefined && assetId !== undefined && (
          <BuildingDialog
            buildingId={editing}
            assetId={assetId}
            taken={known.data?.rows.map(({ buildingCode }) => buildingCode) ?? []}
            onSaved={(made) => move({ buildingId: made, roomId: undefined })}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
