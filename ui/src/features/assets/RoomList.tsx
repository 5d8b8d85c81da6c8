import { useMemo, useState } from 'react';
import { type RoomRow, rooms } from '@/api/assets';
import { RoomWatchLabels } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import { labelOf, USAGES } from '@/features/business/labels';
import { Area } from '@/features/business/parts';
import { choicesField, watchField } from '@/features/records/declare';
import { ListButtons, useRemoval } from '@/features/records/listParts';
import { parseArea } from '@/lib/money';
import { ListPage } from '@/ui/list/ListPage';
import { loadWithin } from '@/ui/list/query';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { type RoomDialog, RoomDialogs } from './RoomDialogs';
import { RoomStateTag } from './roomStates';
import { PLACE_NAMES, type Place } from './usePlace';

export const ROOM_LIST = 'asset-room';
const PREFIX = 'asset:room';

const COLUMNS: ListColumn<RoomRow>[] = [
  { key: 'roomCode', title: '房间编码', width: 170, card: 'title', sort: 'roomCode', render: (row) => row.roomCode },
  { key: 'assetName', title: '资产', width: 200, sort: 'assetName', render: (row) => row.assetName },
  { key: 'buildingName', title: '楼栋', width: 130, sort: 'buildingName', render: (row) => row.buildingName },
  { key: 'floorNo', title: '楼层', width: 70, sort: 'floorNo', render: (row) => row.floorNo },
  { key: 'roomNo', title: '房号', width: 90, sort: 'roomNo', render: (row) => row.roomNo },
  {
    key: 'useKind',
    title: '房屋用途',
    width: 90,
    sort: 'useKind',
    filter: { field: 'useKind', value: (row) => row.useKind },
    render: (row) => row.useKind ?? '',
  },
  {
    key: 'buildingAreaM2',
    title: '建筑面积（㎡）',
    align: 'right',
    width: 120,
    optional: true,
    sort: 'buildingAreaM2',
    sum: (row) => parseArea(row.buildingAreaM2 ?? '') ?? 0,
    render: (row) => <Area m2={row.buildingAreaM2} />,
  },
  {
    key: 'rentAreaM2',
    title: '计租面积（㎡）',
    align: 'right',
    width: 120,
    sort: 'rentAreaM2',
    sum: (row) => parseArea(row.rentAreaM2 ?? '') ?? 0,
    render: (row) => <Area m2={row.rentAreaM2} />,
  },
  {
    key: 'usage',
    title: '用途状态',
    width: 100,
    sort: 'usage',
    filter: { field: 'usage', value: (row) => row.usage },
    render: (row) => labelOf(USAGES, row.usage),
  },
  {
    key: 'state',
    title: '房态',
    width: 110,
    card: 'state',
    render: (row) => (
      <>
        <RoomStateTag state={row.state} />
        {row.withheld && (
          <small className="t2" title={row.withheld}>
            {' '}
            不可租
          </small>
        )}
      </>
    ),
  },
  { key: 'emptySince', title: '空置自', width: 110, onCard: 'fact', render: (row) => row.emptySince ?? '' },
];

/** Rooms of a place in the register. */
export function RoomList({ place, aside }: { place: Place; aside?: React.ReactNode }) {
  const kinds = useDict('room_use_kind');
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const { assetId, buildingId, floorNo } = place;
  const own = { ...(assetId && { assetId }), ...(buildingId && { buildingId }), ...(floorNo && { floorNo }) };
  const name = `${ROOM_LIST}#${assetId ?? ''}-${buildingId ?? ''}-${floorNo ?? ''}`;
  const ask = useRemoval('房间');
  const remove = (rows: readonly RoomRow[]) =>
    ask(
      rows.map((row) => row.roomCode),
      () => rooms.remove(rows.map((row) => row.roomId)),
    );
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'roomCode', label: '房间编码', kind: 'text' },
      {
        name: 'useKind',
        label: '房屋用途',
        kind: 'select',
        options: kinds.map(({ dictLabel: label, dictValue: value }) => ({ label, value })),
        width: 130,
        counted: true,
      },
      choicesField('usage', '用途状态', USAGES, 170, { chips: true }),
      watchField(RoomWatchLabels),
      { name: 'withEnded', label: '范围', kind: 'select', options: [{ value: '1', label: '含已停用' }], width: 120 },
    ],
    [kinds],
  );
  const isOpen = ({ valid }: RoomRow) => valid.to.startsWith('9999');
  const actions: RowAction<RoomRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      show: isOpen,
      run: (room) => setDialog({ kind: 'edit', room }),
    },
    {
      key: 'usage',
      label: '变更用途',
      permission: `${PREFIX}:edit`,
      show: isOpen,
      run: (room) => setDialog({ kind: 'usage', room }),
    },
    {
      key: 'block',
      label: '登记占用',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      show: isOpen,
      run: (room) => setDialog({ kind: 'block', room }),
    },
    {
      key: 'split',
      label: '拆分',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      show: isOpen,
      run: (room) => setDialog({ kind: 'split', room }),
    },
    {
      key: 'end',
      label: '停用',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      show: isOpen,
      run: (room) => setDialog({ kind: 'end', room }),
    },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      inMenu: true,
      danger: true,
      run: (room) => remove([room]),
    },
  ];
  return (
    <>
      <ListPage<RoomRow>
        key={name}
        name={name}
        noun="房间"
        load={loadWithin(rooms.list, own)}
        fields={fields}
        columns={COLUMNS}
        actions={actions}
        rowKey={(room) => room.roomId}
        rowName={(room) => room.roomCode}
        muted={(room) => !isOpen(room)}
        selectable={() => true}
        keeps={PLACE_NAMES}
        {...(aside !== undefined && { aside: () => aside })}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setDialog({ kind: 'add', place })}
            onRemove={() => remove(selected)}
            exporting={{ base: '/asset/room', filters: { ...filters, ...own }, ids }}
          />
        )}
      />
      <RoomDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
