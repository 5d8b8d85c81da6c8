import { type CertForm, type CertRow, certs } from '@/api/assets';
import { CertKind } from '@/api/generated/enums';
import { CERT_KINDS, labelOf } from '@/features/business/labels';
import { Area } from '@/features/business/parts';
import { ASSET_FIELD } from '@/features/choices/fields';
import { CrudPage } from '@/features/records/CrudPage';
import { choicesField, textColumn, textField } from '@/features/records/declare';
import { timeColumn } from '@/features/records/listParts';
import { parseArea } from '@/lib/money';
import { lazy } from '@/ui/lazy';
import type { ListColumn, QueryField } from '@/ui/list/types';

const CertDialog = lazy(() => import('./parts/CertDialog'));

const COLUMNS: ListColumn<CertRow>[] = [
  textColumn('certNo', '权属证号', 220, { card: 'title', sort: 'certNo' }),
  textColumn('assetName', '资产', 220, { filter: { field: 'assetId', value: (row) => row.assetId } }),
  textColumn('kind', '证件类型', 110, {
    filter: { field: 'kind', value: (row) => row.kind },
    render: (row) => labelOf(CERT_KINDS, row.kind),
  }),
  textColumn('holder', '权利人', 180),
  textColumn('areaM2', '证载面积（㎡）', 130, {
    sort: '',
    align: 'right',
    sum: (row) => parseArea(row.areaM2 ?? '') ?? 0,
    render: (row) => <Area m2={row.areaM2} />,
  }),
  textColumn('issueDate', '发证日期', 110),
  textColumn('termEnd', '使用期限至', 120, { sort: 'termEnd' }),
  textColumn('landUse', '土地用途', 110, { optional: true, sort: '' }),
  textColumn('landNature', '土地性质', 90, { optional: true, sort: '' }),
  {
    key: 'flags',
    title: '共有 / 抵押',
    width: 110,
    render: (row) => [row.coOwned && '共有', row.mortgaged && '抵押'].filter(Boolean).join('、'),
  },
  textColumn('files', '附件', 70, { sort: '', render: (row) => row.files.length || '' }),
  timeColumn<CertRow>(),
];

const FIELDS: QueryField[] = [
  ASSET_FIELD,
  textField('certNo', '权属证号'),
  choicesField('kind', '证件类型', CERT_KINDS, 180, { chips: true }),
  { name: 'endsBy', label: '使用期限止', kind: 'date', width: 210 },
];

const BLANK: Partial<CertForm> = { kind: CertKind.RealEstate, coOwned: false, mortgaged: false, files: [] };

/** 权属证管理. */
export default function CertPage() {
  return (
    <CrudPage<CertRow, CertForm>
      of={certs}
      noun="权属证"
      title="certNo"
      fields={() => FIELDS}
      columns={() => COLUMNS}
      blank={BLANK}
      dialog={CertDialog}
      width={720}
    />
  );
}
