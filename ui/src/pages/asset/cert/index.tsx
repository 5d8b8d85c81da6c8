import { Suspense, useState } from 'react';
import { type CertRow, certs } from '@/api/estate';
import { CERT_KINDS, labelOf, queryOptions } from '@/features/business/labels';
import { Area } from '@/features/business/parts';
import { ASSET_FIELD } from '@/features/choices/fields';
import { ListButtons, timeColumn, useRemoval } from '@/features/records/listParts';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const CertDialog = lazy(() => import('./parts/CertDialog'));

const LIST = 'asset-cert';
const PREFIX = 'asset:cert';

const COLUMNS: ListColumn<CertRow>[] = [
  { key: 'certNo', title: '权属证号', width: 220, card: 'title', sort: 'certNo', render: (row) => row.certNo },
  { key: 'assetName', title: '资产', width: 220, render: (row) => row.assetName },
  { key: 'kind', title: '证件类型', width: 110, render: (row) => labelOf(CERT_KINDS, row.kind) },
  { key: 'holder', title: '权利人', width: 180, render: (row) => row.holder ?? '' },
  {
    key: 'areaM2',
    title: '证载面积（㎡）',
    align: 'right',
    width: 130,
    render: (row) => <Area m2={row.areaM2} />,
  },
  { key: 'issueDate', title: '发证日期', width: 110, render: (row) => row.issueDate ?? '' },
  { key: 'termEnd', title: '使用期限至', width: 120, sort: 'termEnd', render: (row) => row.termEnd ?? '' },
  { key: 'landUse', title: '土地用途', width: 110, optional: true, render: (row) => row.landUse ?? '' },
  { key: 'landNature', title: '土地性质', width: 90, optional: true, render: (row) => row.landNature ?? '' },
  {
    key: 'flags',
    title: '共有 / 抵押',
    width: 110,
    render: (row) => [row.coOwned && '共有', row.mortgaged && '抵押'].filter(Boolean).join('、'),
  },
  { key: 'files', title: '附件', width: 70, render: (row) => row.files.length || '' },
  timeColumn<CertRow>(),
];

const FIELDS: QueryField[] = [
  ASSET_FIELD,
  { name: 'certNo', label: '权属证号', kind: 'text' },
  { name: 'kind', label: '证件类型', kind: 'select', options: queryOptions(CERT_KINDS), width: 150 },
];

/** 权属证管理. */
export default function CertPage() {
  const [editing, setEditing] = useState<number | null | undefined>();
  const ask = useRemoval('权属证');
  const remove = (rows: readonly CertRow[]) =>
    ask(
      rows.map((row) => row.certNo),
      () => certs.remove(rows.map((row) => row.certId)),
    );
  const actions: RowAction<CertRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (row) => setEditing(row.certId) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (row) => remove([row]) },
  ];
  return (
    <>
      <ListPage<CertRow>
        name={LIST}
        noun="权属证"
        load={certs.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.certId}
        rowName={(row) => row.certNo}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/asset/cert', filters }}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && <CertDialog certId={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}
