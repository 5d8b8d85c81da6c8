import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { listTakeovers, removeTakeovers, type TakeoverRow, TakeoverState } from '@/api/takeover';
import { useOpenProcess } from '@/features/approvals/useOpenProcess';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { choicesField } from '@/features/records/declare';
import { useRemoval } from '@/features/records/listParts';
import { madeByColumn } from '@/features/records/MadeBy';
import { toMinute } from '@/lib/dates';
import { AmountCell } from '@/ui/AmountCell';
import { Can, useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { PageLink } from '@/ui/PageLink';
import { useCommand } from '@/ui/useCommand';
import { useOpenPage } from '@/ui/useOpenPage';
import valueStyles from '@/ui/values.module.css';
import { PREFIX } from './parts/BatchButtons';
import { TAKEOVER_STATES } from './parts/labels';

const UploadDialog = lazy(() => import('./parts/UploadDialog'));

const LIST = 'lease-takeover';

const detailOf = ({ batchId }: TakeoverRow): string => `/lease/takeover/detail/${batchId}`;

function BatchLink({ row }: { row: TakeoverRow }) {
  const can = useCan();
  return can([`${PREFIX}:query`]) ? <PageLink to={detailOf(row)}>{row.batchNo}</PageLink> : row.batchNo;
}

const COLUMNS: ListColumn<TakeoverRow>[] = [
  { key: 'batchNo', title: '接收编号', width: 170, card: 'title', render: (row) => <BatchLink row={row} /> },
  { key: 'partyAName', title: '甲方', width: 200, onCard: 'title', keep: true, render: (row) => row.partyAName },
  { key: 'booksFrom', title: '账务启用日', width: 110, onCard: 'fact', keep: true, render: (row) => row.booksFrom },
  { key: 'fileName', title: '台账', width: 200, grow: true, render: (row) => row.fileName },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <ChoiceTag among={TAKEOVER_STATES} value={row.state} />,
  },
  {
    key: 'leases',
    title: '合同',
    width: 80,
    align: 'right',
    render: ({ sums }) => <span className={valueStyles.figure}>{sums?.leases ?? '—'}</span>,
  },
  {
    key: 'arrears',
    title: '期初欠缴（元）',
    width: 140,
    align: 'right',
    onCard: 'fact',
    sum: ({ sums }) => sums?.arrearsFen ?? 0,
    render: ({ sums }) => <AmountCell fen={sums?.arrearsFen} />,
  },
  { key: 'receivedAt', title: '接收时间', width: 140, className: 't2', render: (row) => toMinute(row.receivedAt) },
  madeByColumn<TakeoverRow>(),
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '接收批次', kind: 'text', placeholder: '编号或台账文件名' },
  { ...PARTIES_A_FIELD, counted: false },
  choicesField('state', '状态', TAKEOVER_STATES, 150, { chips: true, counted: false }),
];

/** What the page is for, where nothing is there yet. */
const ABOUT =
  '上传单位自己的台账，各列自动识别，不必改格式。\n系统按合同算出期初欠缴、预收和押金，逐户与原台账核对。\n由他人批准后，全部合同一次生效，缺的乙方和房间一并建立，扫描件可以以后补。';

/** 上线接收: a unit's running leases out of its own ledger, in one go. */
export default function TakeoverPage() {
  const openPage = useOpenPage();
  const [uploads, setUploads] = useState(false);
  useCommand({ add: () => setUploads(true) });
  const openProcess = useOpenProcess('takeover');
  const ask = useRemoval('接收批次');
  const actions: RowAction<TakeoverRow>[] = [
    { key: 'open', label: '打开', permission: `${PREFIX}:query`, run: (row) => openPage(detailOf(row)) },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:add`,
      danger: true,
      show: ({ state }) => state === TakeoverState.Checking,
      run: ({ batchId, batchNo, partyAName }) => ask([`${batchNo} ${partyAName}`], () => removeTakeovers([batchId])),
    },
    {
      key: 'process',
      label: '审批记录',
      permission: `${PREFIX}:query`,
      inMenu: true,
      run: ({ batchId }) => openProcess(batchId),
    },
  ];
  const upload = (
    <Can permission={`${PREFIX}:add`}>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setUploads(true)}>
        上传台账
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage<TakeoverRow>
        name={LIST}
        noun="接收批次"
        about={ABOUT}
        load={listTakeovers}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ batchId }) => batchId}
        rowName={({ batchNo }) => batchNo}
        muted={({ state }) => state === TakeoverState.Withdrawn}
        toolbar={() => upload}
      />
      <Suspense fallback={null}>{uploads && <UploadDialog onClose={() => setUploads(false)} />}</Suspense>
    </>
  );
}
