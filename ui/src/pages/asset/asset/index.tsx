import { App } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { type AssetRow, assets } from '@/api/assets';
import { AssetState } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import { EstatePanel, useEstateTree } from '@/features/assets/EstateTree';
import { RoomList } from '@/features/assets/RoomList';
import { PLACE_NAMES, usePlace } from '@/features/assets/usePlace';
import { ASSET_STATES, NEXT_ASSET_STATES, TITLE_STATES } from '@/features/business/labels';
import { Area, ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { ImportButton } from '@/features/import/ImportButton';
import { choicesField } from '@/features/records/declare';
import { ListButtons, timeColumn, useRemoval } from '@/features/records/listParts';
import { parseArea } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import { loadWithin } from '@/ui/list/query';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { Modal } from '@/ui/overlays';
import { useAddressed } from '@/ui/useAddressed';
import { useCommand } from '@/ui/useCommand';
import { useOpenPage } from '@/ui/useOpenPage';

const AssetDialog = lazy(() => import('./parts/AssetDialog'));
const AssetActions = lazy(() => import('./parts/AssetActions'));
const AssetCard = lazy(() => import('./parts/AssetCard'));

const LIST = 'asset-asset';
/** The asset whose card the address opens. */
const CARD_ID = 'cardId';
const KEPT = [...PLACE_NAMES, CARD_ID] as const;
const PREFIX = 'asset:asset';

type Dialog =
  | { kind: 'edit'; assetId: number | null }
  | { kind: 'holder' | 'state'; asset: AssetRow }
  | { kind: 'card'; asset: AssetRow };

const area = (key: keyof AssetRow, title: string): ListColumn<AssetRow> => ({
  key,
  title,
  sum: (row) => parseArea((row[key] as string | null) ?? '') ?? 0,
  width: 116,
  align: 'right',
  render: (row) => <Area m2={row[key] as string | null} />,
});

const COLUMNS: ListColumn<AssetRow>[] = [
  { key: 'assetName', title: '资产名称', width: 220, card: 'title', sort: 'assetName', render: (row) => row.assetName },
  { key: 'assetCode', title: '资产编码', width: 120, keep: true, sort: 'assetCode', render: (row) => row.assetCode },
  { key: 'plateName', title: '板块', onCard: 'fact', width: 100, sort: 'plateName', render: (row) => row.plateName },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  {
    key: 'titleState',
    title: '权属',
    width: 90,
    sort: 'titleState',
    filter: { field: 'titleState', value: (row) => row.titleState },
    render: (row) => <ChoiceTag among={TITLE_STATES} value={row.titleState} />,
  },
  { ...area('buildingAreaM2', '建筑面积（㎡）'), sort: 'buildingAreaM2', width: 130 },
  { ...area('letAreaM2', '已出租（㎡）'), onCard: 'fact', keep: false },
  { ...area('vacantAreaM2', '空置（㎡）'), onCard: 'fact' },
  { ...area('selfUseAreaM2', '自用（㎡）'), optional: true },
  { ...area('lentAreaM2', '出借（㎡）'), optional: true },
  { ...area('otherAreaM2', '其他（㎡）'), optional: true },
  { key: 'roomCount', title: '房间数', onCard: 'fact', width: 84, render: (row) => row.roomCount },
  { key: 'certCount', title: '权属证', width: 84, optional: true, render: (row) => row.certCount },
  { key: 'address', title: '地址', width: 220, optional: true, sort: 'address', render: (row) => row.address ?? '' },
  {
    key: 'assetKind',
    title: '资产类型',
    width: 96,
    optional: true,
    sort: 'assetKind',
    filter: { field: 'assetKind', value: (row) => row.assetKind },
    render: (row) => row.assetKind ?? '',
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    card: 'state',
    render: (row) => <ChoiceTag among={ASSET_STATES} value={row.state} />,
  },
  timeColumn<AssetRow>(),
];

function useFields(): QueryField[] {
  const kinds = useDict('asset_kind');
  return useMemo(
    () => [
      { name: 'keyWord', label: '资产', kind: 'text', placeholder: '名称、编码或地址' },
      PARTIES_A_FIELD,
      {
        name: 'assetKind',
        label: '资产类型',
        kind: 'select',
        options: kinds.map(({ dictLabel: label, dictValue: value }) => ({ label, value })),
        width: 130,
        counted: true,
      },
      choicesField('titleState', '权属', TITLE_STATES, 150),
      choicesField('state', '状态', ASSET_STATES, 150, { chips: true }),
    ],
    [kinds],
  );
}

/** The card of an asset that is known by its number alone. */
function AskedCard({ assetId, onClose }: { assetId: number; onClose: () => void }) {
  const source = useQuery(assets.one(assetId));
  if (source.data) return <AssetCard asset={source.data} onClose={onClose} />;
  return (
    <Modal open footer={null} title="资产卡片" onCancel={onClose}>
      <Loaded source={source} title="资产加载失败">
        {() => null}
      </Loaded>
    </Modal>
  );
}

interface AssetListProps {
  plateId: number | undefined;
  aside: React.ReactNode;
}

function AssetList({ plateId, aside }: AssetListProps) {
  const fields = useFields();
  const { asked, clear } = useAddressed(CARD_ID);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  useCommand({ add: () => setDialog({ kind: 'edit', assetId: null }) });
  const own = plateId ? { plateId } : {};
  const name = `${LIST}#${plateId ?? ''}`;
  const { modal } = App.useApp();
  const can = useCan();
  const openPage = useOpenPage();
  const saved = (made: { assetId: number; assetName: string } | null) => {
    if (!made || !can(['asset:building:add'])) return;
    modal.confirm({
      title: `资产“${made.assetName}”已登记`,
      content: '接下来可以登记它的楼栋和房间。',
      okText: '继续：添加楼栋',
      cancelText: '以后再说',
      centered: true,
      onOk: () => openPage(`/asset/room?assetId=${made.assetId}`),
    });
  };
  const ask = useRemoval('资产');
  const remove = (rows: readonly AssetRow[]) =>
    ask(
      rows.map((row) => row.assetName),
      () => assets.remove(rows.map((row) => row.assetId)),
    );
  const actions: RowAction<AssetRow>[] = [
    { key: 'card', label: '卡片', permission: `${PREFIX}:query`, run: (asset) => setDialog({ kind: 'card', asset }) },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      run: ({ assetId }) => setDialog({ kind: 'edit', assetId }),
    },
    {
      key: 'holder',
      label: '变更甲方',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      run: (asset) => setDialog({ kind: 'holder', asset }),
    },
    {
      key: 'state',
      label: '变更状态',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      show: ({ state }) => (NEXT_ASSET_STATES[state] ?? []).length > 0,
      run: (asset) => setDialog({ kind: 'state', asset }),
    },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      inMenu: true,
      danger: true,
      run: (asset) => remove([asset]),
    },
  ];
  return (
    <>
      <ListPage<AssetRow>
        key={name}
        name={name}
        noun="资产"
        load={loadWithin(assets.list, own)}
        fields={fields}
        columns={COLUMNS}
        actions={actions}
        rowKey={(asset) => asset.assetId}
        rowName={(asset) => asset.assetName}
        muted={({ state }) => state === AssetState.HandedOver || state === AssetState.Disposed}
        selectable={() => true}
        keeps={KEPT}
        aside={() => aside}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setDialog({ kind: 'edit', assetId: null })}
            onRemove={() => remove(selected)}
            exporting={{ base: '/asset/asset', filters: { ...filters, ...own }, ids }}
            importing={
              <ImportButton
                permission={`${PREFIX}:import`}
                base="/asset/asset"
                noun="资产"
                titles={['资产编码', '资产名称']}
              />
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' && (
          <AssetDialog assetId={dialog.assetId} plateId={plateId} onSaved={saved} onClose={close} />
        )}
        {dialog?.kind === 'card' && <AssetCard asset={dialog.asset} onClose={close} />}
        {asked !== null && <AskedCard assetId={asked} onClose={clear} />}
        {(dialog?.kind === 'holder' || dialog?.kind === 'state') && (
          <AssetActions kind={dialog.kind} asset={dialog.asset} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** 资产台账: the register by plate, with the rooms of what is chosen in the tree. */
export default function AssetPage() {
  const [place, setPlace] = usePlace();
  const tree = useEstateTree(place);
  const aside = <EstatePanel tree={tree} value={place} onChange={setPlace} />;
  if (place.assetId) return <RoomList place={place} aside={aside} />;
  return <AssetList plateId={place.plateId} aside={aside} />;
}
