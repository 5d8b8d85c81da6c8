import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { buildings } from '@/api/estate';
import { assetsQuery } from '@/features/business/choices';
import { RoomList } from '@/features/estate/RoomList';
import { RoomBar } from './parts/RoomBar';
import '@/features/estate/estate.css';

const RoomGrid = lazy(() => import('./parts/RoomGrid'));

const MODES = [
  { value: 'grid', label: '房态图' },
  { value: 'list', label: '列表' },
] as const;
type Mode = (typeof MODES)[number]['value'];

/** 楼栋房间: the grid of a building on a day, or its rooms as a list. */
export default function RoomPage() {
  const { data: assets } = useQuery(assetsQuery);
  const [chosenAsset, chooseAsset] = useState<number | undefined>();
  const [chosenBuilding, chooseBuilding] = useState<number | undefined>();
  const [mode, setMode] = useState<Mode>('grid');
  const assetId = chosenAsset ?? assets?.[0]?.assetId;
  const known = useQuery({
    queryKey: ['choices', 'buildings', assetId ?? 0],
    queryFn: ({ signal }) => buildings.list({ assetId, pageSize: 999 }, signal),
    enabled: assetId !== undefined,
  });
  const rows = known.data?.rows ?? [];
  const building = rows.find(({ buildingId }) => buildingId === chosenBuilding) ?? rows[0];
  const place = { ...(assetId && { assetId }), ...(building && { buildingId: building.buildingId }) };
  const modes = (
    <Segmented<Mode> aria-label="显示方式" options={[...MODES]} value={mode} onChange={(next) => setMode(next)} />
  );
  return (
    <div className="room-page">
      <RoomBar
        assetId={assetId}
        building={building}
        buildings={rows}
        onAsset={(id) => {
          chooseAsset(id);
          chooseBuilding(undefined);
        }}
        onBuilding={chooseBuilding}
        modes={modes}
      />
      {mode === 'list' ? (
        <RoomList place={place} />
      ) : (
        <Suspense fallback={null}>
          <RoomGrid building={building} pending={known.isPending && assetId !== undefined} />
        </Suspense>
      )}
    </div>
  );
}
