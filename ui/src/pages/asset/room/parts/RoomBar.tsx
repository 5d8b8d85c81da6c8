import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { BuildingRow } from '@/api/estate';
import { AssetSelect } from '@/features/choices/lists';
import { ESTATE_TREE_KEY } from '@/features/estate/EstateTree';
import { ImportButton } from '@/features/import/ImportButton';
import { Can } from '@/ui/Can';

const BuildingDialog = lazy(() => import('./BuildingDialog'));

interface RoomBarProps {
  assetId: number | undefined;
  building: BuildingRow | undefined;
  buildings: readonly BuildingRow[];
  onAsset: (assetId: number) => void;
  onBuilding: (buildingId: number) => void;
  modes: React.ReactNode;
}

/** Chooses asset and building, and keeps the buildings. */
export function RoomBar({ assetId, building, buildings, onAsset, onBuilding, modes }: RoomBarProps) {
  const client = useQueryClient();
  // null = a new building
  const [editing, setEditing] = useState<number | null | undefined>();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['choices', 'buildings'] });
    void client.invalidateQueries({ queryKey: ESTATE_TREE_KEY });
  };
  // rooms come in for all assets at once, with the buildings they make
  const imported = () => {
    refresh();
    void client.invalidateQueries({ queryKey: ['room-grid'] });
    void client.invalidateQueries({ queryKey: ['list'] });
  };
  return (
    <section className="card room-bar" aria-label="楼栋">
      <label htmlFor="room-asset">
        资产
        <AssetSelect
          id="room-asset"
          style={{ width: 260 }}
          placeholder="请选择资产"
          value={assetId ?? null}
          onChange={(id: number | null) => id !== null && onAsset(id)}
        />
      </label>
      <label htmlFor="room-building">
        楼栋
        <Select
          id="room-building"
          style={{ width: 180 }}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择楼栋"
          options={buildings.map(({ buildingId: value, buildingName: label }) => ({ value, label }))}
          value={building?.buildingId ?? null}
          onChange={(id) => id !== null && onBuilding(id)}
        />
      </label>
      <span className="end">
        {modes}
        <ImportButton
          permission="asset:room:import"
          base="/asset/room"
          noun="房间"
          titles={['房间编码', '房号']}
          onDone={imported}
        />
        {building && (
          <Can permission="asset:building:edit">
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(building.buildingId)}>
              修改楼栋
            </Button>
          </Can>
        )}
        {assetId !== undefined && (
          <Can permission="asset:building:add">
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEditing(null)}>
              新增楼栋
            </Button>
          </Can>
        )}
      </span>
      <Suspense fallback={null}>
        {editing !== undefined && assetId !== undefined && (
          <BuildingDialog
            buildingId={editing}
            assetId={assetId}
            onSaved={refresh}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}
