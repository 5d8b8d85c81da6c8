import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type ExposureRow,
  type ExposureSums,
  exposureFilters,
  generateCandidates,
  listExposures,
  recallExposure,
} from '@/api/exposure';
import { useSubmission } from '@/features/approvals/useSubmission';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import {
  CANDIDATE,
  ENTRY_STATES,
  EXPIRED,
  OWN_ENTRY,
  PUBLISHED,
  RULES,
  SUBJECT_KINDS,
  SUBMITTED,
} from '@/features/exposure/labels';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { choicesField } from '@/features/records/declare';
import { wholeIn } from '@/lib/address';
import { useMutation } from '@/lib/useMutation';
import { Can, useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { columnsFor, EntryTotals } from './parts/columns';
import { EntryAction, type EntryActionKind } from './parts/EntryAction';

const EntryDrawer = lazy(() => import('./parts/EntryDrawer'));
const EntryDialog = lazy(() => import('./parts/EntryDialog'));
const RectifyDialog = lazy(() => import('./parts/RectifyDialog'));

const LIST = 'expo-entry';
const PREFIX = 'expo:entry';

type Dialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'rectify'; row: ExposureRow }
  | { kind: 'action'; action: EntryActionKind; row: ExposureRow };

/** The entry that the address names: the block of the report and the board link to one. */
function useShownEntry() {
  const [search, setSearch] = useSearchParams();
  const show = (entryId: number | null) => {
    const next = new URLSearchParams(search);
    if (entryId === null) next.delete('entryId');
    else next.set('entryId', String(entryId));
    setSearch(next, { replace: true });
  };
  return { shown: wholeIn(search, 'entryId') ?? null, show };
}

function GenerateButton() {
  const { message } = App.useApp();
  const generating = useMutation({
    mutationFn: generateCandidates,
    onSuccess: ({ made, closed }) => {
      void message.success(
        made + closed === 0
          ? '没有新的候选'
          : `新增候选 ${made} 条${closed > 0 ? `，情况已消除撤销 ${closed} 条` : ''}`,
      );
    },
  });
  return (
    <Button loading={generating.isPending} onClick={() => generating.mutate()}>
      生成候选
    </Button>
  );
}

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '条目', kind: 'text', placeholder: '编号或对象' },
  choicesField('state', '状态', ENTRY_STATES, 160, { chips: true }),
  {
    name: 'late',
    label: '整改逾期',
    kind: 'select',
    options: [{ value: 'true', label: '只看整改逾期' }],
    width: 190,
    counted: true,
    chips: true,
  },
  choicesField('subjectKind', '类型', SUBJECT_KINDS, 170),
  choicesField('rule', '规则', RULES, 190),
  { name: 'published', label: '曝光日', kind: 'dateRange' },
  PARTIES_A_FIELD,
];

/** 曝光管理. */
export default function ExposurePage() {
  const can = useCan();
  const confirm = useConfirm();
  const { message } = App.useApp();
  const { shown, show } = useShownEntry();
  const { openBill, drawer } = useMoneyDrawer();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const mayOpen = can([`${PREFIX}:query`]);
  const submission = useSubmission();
  const recall = ({ entryId: id, version, displayName }: ExposureRow) =>
    confirm({
      title: `撤回：${displayName}`,
      content: '撤回后可以修改再提交。',
      okText: '撤回',
      run: () =>
        recallExposure({ id, version }).then(() => {
          void message.success('已撤回');
        }),
    });
  const action = (
    kind: EntryActionKind,
    label: string,
    right: string,
    state: number,
    danger = false,
  ): RowAction<ExposureRow> => ({
    key: kind,
    label,
    permission: `${PREFIX}:${right}`,
    danger,
    show: (row) => row.state === state,
    ...(state === SUBMITTED && { withheld: ({ own }: ExposureRow) => (own ? OWN_ENTRY : '') }),
    run: (row) => setDialog({ kind: 'action', action: kind, row }),
  });
  const actions: RowAction<ExposureRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ entryId }) => show(entryId) },
    {
      key: 'submit',
      label: '提交',
      permission: `${PREFIX}:submit`,
      show: ({ state }) => state === CANDIDATE,
      run: ({ entryId: bizId, displayName: title }) =>
        submission.ask({
          process: 'exposure',
          bizId,
          title,
          okText: '提交',
          said: '已提交',
          note: '提交后由其他人审批，审批通过即发布。',
        }),
    },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      show: ({ state }) => state === CANDIDATE,
      run: (row) => setDialog({ kind: 'edit', row }),
    },
    action('approve', '发布', 'approve', SUBMITTED),
    action('reject', '不予曝光', 'approve', SUBMITTED, true),
    {
      key: 'recall',
      label: '撤回',
      permission: `${PREFIX}:submit`,
      show: ({ state, submittedByMe }) => state === SUBMITTED && submittedByMe,
      run: recall,
    },
    {
      key: 'rectify',
      label: '登记整改',
      permission: `${PREFIX}:rectify`,
      show: ({ state }) => state === PUBLISHED || state === EXPIRED,
      run: (row) => setDialog({ kind: 'rectify', row }),
    },
    action('withdraw', '撤下', 'withdraw', PUBLISHED, true),
    action('drop', '放弃', 'edit', CANDIDATE, true),
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the right alone
  const columns = useMemo(() => columnsFor(mayOpen ? show : undefined), [mayOpen, shown]);
  return (
    <>
      <ListPage<ExposureRow>
        name={LIST}
        noun="曝光条目"
        load={listExposures}
        fields={FIELDS}
        columns={columns}
        actions={actions}
        rowKey={({ entryId }) => entryId}
        rowName={({ displayName }) => displayName}
        muted={({ state }) => state > PUBLISHED}
        totals={(sums) => <EntryTotals sums={sums as ExposureSums} />}
        selectable={() => true}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <>
            <Can permission={`${PREFIX}:add`}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
                登记曝光
              </Button>
              <GenerateButton />
            </Can>
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/expo/entry"
              filters={exposureFilters(filters)}
              ids={whole ? [] : ids}
            />
          </>
        )}
      />
      <Suspense fallback={null}>
        {shown !== null && mayOpen && (
          <EntryDrawer
            entryId={shown}
            onClose={() => show(null)}
            onBill={can(['fin:bill:query']) ? openBill : undefined}
          />
        )}
        {dialog?.kind === 'add' && <EntryDialog entryId={null} onClose={close} />}
        {dialog?.kind === 'edit' && <EntryDialog entryId={dialog.row.entryId} onClose={close} />}
        {dialog?.kind === 'rectify' && <RectifyDialog row={dialog.row} onClose={close} />}
        {dialog?.kind === 'action' && <EntryAction kind={dialog.action} row={dialog.row} onClose={close} />}
      </Suspense>
      {drawer}
      {submission.dialog}
    </>
  );
}
