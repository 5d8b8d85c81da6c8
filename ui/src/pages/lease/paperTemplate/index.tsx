import { TableOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { listTemplates, removeTemplates, type TemplateRow } from '@/api/papers';
import { useDict } from '@/api/useDict';
import { labelOf } from '@/features/business/labels';
import { ExportButton } from '@/features/ExportButton';
import { isReport, PAPER_KINDS } from '@/features/papers/labels';
import { choicesField, remarkColumn, stateField, textField } from '@/features/records/declare';
import { isDisabled, stateColumn, useRemoval } from '@/features/records/listParts';
import { madeByColumn } from '@/features/records/MadeBy';
import type { DictEntry } from '@/lib/dict';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';

const UploadDialog = lazy(() => import('./parts/UploadDialog'));
const VersionDialog = lazy(() => import('./parts/VersionDialog'));
const EditDialog = lazy(() => import('./parts/EditDialog'));
const FieldsDialog = lazy(() => import('./parts/FieldsDialog'));
const ColumnsDialog = lazy(() => import('./parts/ColumnsDialog'));
const TemplateDrawer = lazy(() => import('./parts/TemplateDrawer'));

const PREFIX = 'paper:template';

type Dialog =
  | { kind: 'upload' }
  | { kind: 'fields'; paper?: number }
  | { kind: 'version' | 'edit'; template: TemplateRow }
  | { kind: 'open' | 'columns'; templateId: number };

const columns = (states: readonly DictEntry[]): ListColumn<TemplateRow>[] => [
  {
    key: 'kind',
    title: '文书种类',
    width: 110,
    onCard: 'fact',
    sort: 'kind',
    filter: { field: 'kind', value: ({ kind }) => kind },
    render: ({ kind }) => labelOf(PAPER_KINDS, kind),
  },
  {
    key: 'templateName',
    title: '模板名称',
    width: 240,
    grow: true,
    card: 'title',
    sort: 'templateName',
    render: ({ templateName }) => templateName,
  },
  {
    key: 'versionNo',
    title: '版本',
    width: 84,
    onCard: 'fact',
    sort: 'versionNo',
    render: ({ versionNo }) => `第 ${versionNo} 版`,
  },
  {
    key: 'partyAs',
    title: '适用甲方',
    width: 220,
    render: ({ partyANames }) => partyANames.join('、') || '所有甲方',
  },
  stateColumn(states),
  remarkColumn(200),
  madeByColumn<TemplateRow>(),
];

const ABOUT =
  '把本单位的 Word、Excel 合同、通知、函件变成模板：在需要填写的位置写上字段名；上级的报送表按表头填写。\n生成的文书由系统编号登记，可以随时原样再生成，签字前的定稿逐项与合同核对。\n没有现成文件的，可以直接采用示例模板，或下载后修改。';

/** 文书模板. */
export default function PaperTemplatePage() {
  const states = useDict('sys_normal_disable');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const toColumns = (templateId: number) => setDialog({ kind: 'columns', templateId });
  const ask = useRemoval('文书模板');
  useCommand({ add: () => setDialog({ kind: 'upload' }) });
  const actions: RowAction<TemplateRow>[] = [
    {
      key: 'open',
      label: '详情',
      permission: `${PREFIX}:list`,
      run: ({ templateId }) => setDialog({ kind: 'open', templateId }),
    },
    {
      key: 'version',
      label: '新版本',
      permission: `${PREFIX}:edit`,
      run: (template) => setDialog({ kind: 'version', template }),
    },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      run: (template) => setDialog({ kind: 'edit', template }),
    },
    {
      key: 'columns',
      label: '对应表头',
      permission: `${PREFIX}:edit`,
      inMenu: true,
      show: ({ kind }) => isReport(kind),
      run: ({ templateId }) => toColumns(templateId),
    },
    {
      key: 'fields',
      label: '全部字段',
      permission: `${PREFIX}:list`,
      inMenu: true,
      run: ({ kind }) => setDialog({ kind: 'fields', paper: kind }),
    },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      danger: true,
      inMenu: true,
      run: ({ templateId, templateName }) => ask([templateName], () => removeTemplates([templateId])),
    },
  ];
  const upload = (
    <Can permission={`${PREFIX}:add`}>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setDialog({ kind: 'upload' })}>
        上传模板
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage<TemplateRow>
        name="paper-template"
        noun="文书模板"
        about={ABOUT}
        load={listTemplates}
        fields={[
          textField('templateName', '模板名称'),
          choicesField('kind', '文书种类', PAPER_KINDS),
          stateField(states),
        ]}
        columns={columns(states)}
        actions={actions}
        rowKey={({ templateId }) => templateId}
        rowName={({ templateName }) => templateName}
        muted={isDisabled}
        toolbar={({ filters }) => (
          <>
            {upload}
            <Button icon={<TableOutlined aria-hidden />} onClick={() => setDialog({ kind: 'fields' })}>
              全部字段与示例
            </Button>
            <ExportButton permission={`${PREFIX}:list`} base="/paper/template" filters={filters} />
          </>
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'upload' && <UploadDialog onClose={close} onForm={toColumns} />}
        {dialog?.kind === 'fields' && <FieldsDialog kind={dialog.paper} onClose={close} />}
        {dialog?.kind === 'version' && <VersionDialog template={dialog.template} onClose={close} onForm={toColumns} />}
        {dialog?.kind === 'columns' && <ColumnsDialog templateId={dialog.templateId} onClose={close} />}
        {dialog?.kind === 'edit' && <EditDialog template={dialog.template} states={states} onClose={close} />}
        {dialog?.kind === 'open' && <TemplateDrawer templateId={dialog.templateId} onClose={close} />}
      </Suspense>
    </>
  );
}
