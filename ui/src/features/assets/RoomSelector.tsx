import { keepPreviousData } from '@tanstack/react-query';
import { Checkbox, Input, Pagination, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { type RoomChoice, roomChoicesQuery } from '@/api/assets';
import { labelOf, PRICE_UNITS } from '@/features/business/labels';
import { areaText, priceText, usePartiesA } from '@/features/business/parts';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';
import { titleBox } from '@/ui/titleBox';

export interface RoomSelectorProps {
  /** First day of the lease. */
  rentStartDate: string;
  /** Last day. */
  rentEndDate: string;
  partyAId: number;
  /** Shown in the title; looked up when left out. */
  partyAName?: string;
  /** Rooms chosen before. */
  value: readonly number[];
  onChange: (rooms: readonly RoomChoice[]) => void;
  onClose: () => void;
}

const PAGE_SIZE = 20;

function usePage(props: RoomSelectorProps, keyWord: string, onlyFree: boolean, pageNum: number) {
  const { rentStartDate, rentEndDate, partyAId } = props;
  return useQuery({
    ...roomChoicesQuery({
      rentStartDate,
      rentEndDate,
      partyAId,
      pageNum,
      pageSize: PAGE_SIZE,
      onlyFree,
      ...(keyWord && { keyWord }),
    }),
    placeholderData: keepPreviousData,
  });
}

const COLUMNS = [
  { title: '房间', dataIndex: 'roomCode', width: 150 },
  { title: '资产', dataIndex: 'assetName', ellipsis: true },
  { title: '楼栋', dataIndex: 'buildingName', width: 120, ellipsis: true },
  { title: '楼层', dataIndex: 'floorNo', width: 60 },
  { title: '用途', dataIndex: 'useKind', width: 80 },
  {
    title: '计租面积（㎡）',
    dataIndex: 'rentAreaM2',
    width: 120,
    align: 'right' as const,
    render: (m2: string) => areaText(m2),
  },
  {
    title: '招租底价',
    width: 140,
    render: (_: unknown, { basePriceE4, priceUnit }: RoomChoice) =>
      typeof basePriceE4 === 'number' ? `${priceText(basePriceE4)} ${labelOf(PRICE_UNITS, priceUnit)}` : '—',
  },
  {
    title: '可租情况',
    width: 260,
    render: (_: unknown, { available, blockedBy, firstFreeDate }: RoomChoice) =>
      available ? '可租' : `${blockedBy}${firstFreeDate ? `，${firstFreeDate} 起可租` : ''}`,
  },
];

/** 房间选择器: rooms a party A can let in a window; those that are only occupied stand greyed with what blocks them. */
export function RoomSelector(props: RoomSelectorProps) {
  const { rentStartDate, rentEndDate, partyAId, value, onChange, onClose } = props;
  const parties = usePartiesA();
  const partyAName = props.partyAName ?? parties.find((party) => party.partyAId === partyAId)?.partyAName ?? '';
  const [keyWord, setKeyWord] = useState('');
  const [onlyFree, setOnlyFree] = useState(false);
  const [pageNum, setPage] = useState(1);
  const [keys, setKeys] = useState<readonly number[]>(value);
  // rooms of every page that was seen: a choice outlives turning the page
  const seen = useRef(new Map<number, RoomChoice>());
  const page = usePage(props, keyWord, onlyFree, pageNum);
  for (const room of page.data?.rows ?? []) seen.current.set(room.roomId, room);
  const finish = () => {
    const blank = (roomId: number) => ({ roomId }) as RoomChoice;
    onChange(keys.map((roomId) => seen.current.get(roomId) ?? blank(roomId)));
  };
  return (
    <Modal
      open
      centered
      width={1080}
      title={`选择房间（${partyAName}，${rentStartDate} 至 ${rentEndDate}）`}
      okText={`确定（已选 ${keys.length} 间）`}
      cancelText="取消"
      okButtonProps={{ disabled: keys.length === 0 }}
      onOk={finish}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p style={{ display: 'flex', gap: 16, alignItems: 'center' }}>
        <Input.Search
          aria-label="查找房间"
          placeholder="房间编码、名称或资产"
          allowClear
          style={{ maxWidth: 320 }}
          onSearch={(text) => {
            setKeyWord(text.trim());
            setPage(1);
          }}
        />
        <Checkbox
          checked={onlyFree}
          onChange={(event) => {
            setOnlyFree(event.target.checked);
            setPage(1);
          }}
        >
          只看可租的
        </Checkbox>
      </p>
      {page.isError ? (
        <LoadFailed title="房间加载失败" error={page.error} retry={page.refetch} />
      ) : !page.data ? (
        <Skeleton active paragraph={{ rows: 6 }} title={false} />
      ) : (
        <SmallTable<RoomChoice>
          rowKey="roomId"
          columns={COLUMNS}
          rows={page.data.rows}
          width={960}
          height={360}
          none={<EmptyState kind="empty" title="没有符合条件的房间" text="请检查甲方与租期" />}
          onRow={({ available }) => (available ? {} : { style: { opacity: 0.55 } })}
          rowSelection={{
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...keys],
            onChange: (next) => setKeys(next.map(Number)),
            getTitleCheckboxProps: titleBox,
            getCheckboxProps: ({ available, roomCode }) => ({ disabled: !available, 'aria-label': roomCode }),
          }}
        />
      )}
      <Pagination
        size="small"
        align="end"
        style={{ marginTop: 12 }}
        current={pageNum}
        pageSize={PAGE_SIZE}
        total={page.data?.total ?? 0}
        showSizeChanger={false}
        showTotal={(total) => `共 ${total} 间`}
        onChange={setPage}
      />
    </Modal>
  );
}
