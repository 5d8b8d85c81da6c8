import { DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { listPapers, type PaperRow } from '@/api/papers';
import { labelOf } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { PAPER_KINDS, RETURN_STATES } from '@/features/papers/labels';
import { usePaperFile } from '@/features/papers/usePaperFile';
import { choicesField } from '@/features/records/declare';
import { madeByColumn } from '@/features/records/MadeBy';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const PaperDrawer = lazy(() => import('@/features/papers/PaperDrawer'));
const ReportDialog = lazy(() => import('./parts/ReportDialog'));

const PREFIX = 'paper:paper';
/** Papers that one file holds; the server says the same. */
const MOST = 2_000;

const COLUMNS: ListColumn<PaperRow>[] = [
  { key: 'paperNo', title: '文书编号', width: 170, card: 'title', sort: 'paperNo', render: ({ paperNo }) => paperNo },
  {
    key: 'kind',
    title: '文书种类',
    width: 100,
    onCard: 'fact',
    sort: 'kind',
    filter: { field: 'kind', value: ({ kind }) => kind },
    render: ({ kind }) => labelOf(PAPER_KINDS, kind),
  },
  { key: 'subjectNo', title: '对象', width: 170, sort: 'subjectNo', render: ({ subjectNo }) => subjectNo },
  {
    key: 'tenantName',
    title: '乙方',
    width: 200,
    grow: true,
    onCard: 'title',
    sort: 'tenantName',
    filter: { field: 'tenantId', value: ({ tenantId }) => tenantId },
    render: ({ tenantId, tenantName }) => (tenantId ? <TenantLink tenantId={tenantId}>{tenantName}</TenantLink> : '—'),
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: ({ partyAId }) => partyAId },
    render: ({ partyAName }) => partyAName || '—',
  },
  {
    key: 'template',
    title: '模板',
    width: 190,
    render: ({ templateName, versionNo }) => `${templateName} 第 ${versionNo} 版`,
  },
  {
    key: 'returnState',
    title: '定稿核对',
    width: 120,
    card: 'state',
    sort: 'returnState',
    filter: { field: 'returnState', value: ({ returnState }) => returnState },
    render: ({ returnState }) => <ChoiceTag among={RETURN_STATES} value={returnState} />,
  },
  madeByColumn<PaperRow>(),
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '文书', kind: 'text', placeholder: '文书编号或对象' },
  choicesField('kind', '文书种类', PAPER_KINDS),
  choicesField('returnState', '定稿核对', RETURN_STATES, 150, { chips: true }),
  PARTIES_A_FIELD,
  TENANT_FIELD,
];

const ABOUT =
  '由系统生成的合同、通知、函件、收据都登记在这里，可以随时原样再生成。\n在合同、账单、收款等页面点“文书”生成；模板在“文书模板”中维护。\n上级的报送表可以按单位和期间生成，也可以在合同、账单列表中选择后生成。';

/** 文书管理: the register of all papers that were made. */
export default function PaperPage() {
  const { message } = App.useApp();
  const [open, setOpen] = useState<number | null>(null);
  const [reports, setReports] = useState(false);
  const file = usePaperFile();
  const together = (ids: readonly number[]) => {
    if (ids.length <= MOST) file.mutate(ids);
    else void message.warning(`一次最多合并 ${MOST} 份，已选 ${ids.length} 份，请分批选择`);
  };
  const actions: RowAction<PaperRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ paperId }) => setOpen(paperId) },
    { key: 'file', label: '下载', permission: `${PREFIX}:query`, run: ({ paperId }) => file.mutate([paperId]) },
  ];
  return (
    <>
      <ListPage<PaperRow>
        name="paper-paper"
        noun="文书"
        about={ABOUT}
        load={listPapers}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ paperId }) => paperId}
        rowName={({ paperNo }) => paperNo}
        selectable={() => true}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <>
            <Can permission={`${PREFIX}:add`}>
              <Button icon={<TableOutlined aria-hidden />} onClick={() => setReports(true)}>
                生成报送表
              </Button>
            </Can>
            <Can permission={`${PREFIX}:query`}>
              <Button
                icon={<DownloadOutlined aria-hidden />}
                disabled={ids.length === 0}
                loading={file.isPending}
                onClick={() => together(ids)}
              >
                合并下载
              </Button>
            </Can>
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/paper/paper"
              filters={filters}
              ids={whole ? [] : ids}
            />
          </>
        )}
      />
      <Suspense fallback={null}>
        {reports && (
          <ReportDialog onClose={() => setReports(false)} onMade={(paperId) => paperId && file.mutate([paperId])} />
        )}
        {open !== null && <PaperDrawer paperId={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
