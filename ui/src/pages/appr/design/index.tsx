import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Select, Upload } from 'antd';
import { useMemo, useState } from 'react';
import { DefinitionState, DefinitionStateLabels } from '@/api/generated/enums';
import {
  catalogueQuery,
  copyDefinition,
  type DefinitionRow,
  definitions,
  disableDefinition,
  exportDefinition,
  importDefinition,
  publishDefinition,
} from '@/api/process';
import { choices } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { choicesField, textField } from '@/features/records/declare';
import { useRemoval } from '@/features/records/listParts';
import { toMinute } from '@/lib/dates';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { PageLink } from '@/ui/PageLink';
import { useConfirm } from '@/ui/useConfirm';
import { useOpenPage } from '@/ui/useOpenPage';

const EDIT = 'appr:definition:edit';
const PUBLISH = 'appr:definition:publish';
const STATES = choices(DefinitionStateLabels, { 0: 'warn', 1: 'ok', 2: 'off' });
const FIELDS: QueryField[] = [
  textField('name', '流程名称'),
  choicesField('state', '状态', STATES, 150, { chips: true }),
];

const pageOf = (id: number) => `/appr/design/edit/${id}`;

const COLUMNS: ListColumn<DefinitionRow>[] = [
  {
    key: 'name',
    title: '流程',
    width: 200,
    card: 'title',
    sort: 'name',
    render: (row) => <PageLink to={pageOf(row.definitionId)}>{row.name}</PageLink>,
  },
  { key: 'label', title: '单据', width: 130, render: (row) => row.label },
  {
    key: 'definitionVersion',
    title: '版本',
    width: 80,
    keep: true,
    sort: 'definitionVersion',
    render: (row) => `v${row.definitionVersion}`,
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'state',
    sort: 'state',
    render: (row) => (
      <>
        <ChoiceTag among={STATES} value={row.state} />
        {row.problemCount > 0 && <StateTag tone="bad">{row.problemCount} 处问题</StateTag>}
      </>
    ),
  },
  { key: 'taskCount', title: '环节数', width: 80, align: 'right', render: (row) => row.taskCount },
  { key: 'running', title: '在办', width: 80, align: 'right', render: (row) => row.running },
  {
    key: 'publishedAt',
    title: '发布时间',
    width: 150,
    className: 't2',
    render: (row) => (row.publishedAt ? toMinute(row.publishedAt) : ''),
  },
  { key: 'changedAt', title: '修改时间', width: 150, className: 't2', render: (row) => toMinute(row.changedAt) },
  { key: 'changedBy', title: '修改人', width: 100, className: 't2', render: (row) => row.changedBy },
  { key: 'remark', title: '说明', width: 260, className: 't2', render: (row) => row.remark },
];

/** Saves a process as a file of the browser. */
async function saveFile(row: DefinitionRow): Promise<void> {
  const file = await exportDefinition(row.definitionId);
  const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${row.name}-v${row.definitionVersion}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

/** A new process begins with its beginning alone. */
function NewProcess({ onClose }: { onClose: () => void }) {
  const openPage = useOpenPage();
  const { data, error, refetch } = useQuery(catalogueQuery());
  const kinds = data?.bindings.map(({ key, label }) => ({ value: key, label })) ?? [];
  return (
    <FormDialog<{ key: string; name: string }>
      title="新建流程"
      initial={data && {}}
      source={{ error, refetch }}
      width={520}
      okText="开始设计"
      save={({ key, name }) =>
        definitions
          .add({ key, name: name.trim(), nodes: [], edges: [], options: {}, remark: '' })
          .then(({ data: made }) => openPage(pageOf(made.id)))
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item name="key" label="单据" className={formStyles.wide} rules={[requiredChoice('单据')]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={kinds}
              onChange={(key: string) => {
                if (!form.getFieldValue('name')) {
                  form.setFieldValue('name', kinds.find(({ value }) => value === key)?.label);
                }
              }}
            />
          </Form.Item>
          <Form.Item name="name" label="流程名称" className={formStyles.wide} rules={[requiredText('流程名称')]}>
            <Input maxLength={50} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}

/** Takes a file that another installation has saved; it becomes a draft. */
function ImportFile() {
  const openPage = useOpenPage();
  const { message } = App.useApp();
  const taking = useMutation({
    mutationFn: (file: File) => file.text().then(importDefinition),
    onSuccess: (id) => {
      void message.success('已导入为草稿');
      openPage(pageOf(id));
    },
  });
  return (
    <Upload
      accept=".json,application/json"
      showUploadList={false}
      beforeUpload={(file) => {
        taking.mutate(file);
        return false;
      }}
    >
      <Button loading={taking.isPending}>导入</Button>
    </Upload>
  );
}

const named = (row: DefinitionRow) => `“${row.name}”版本 ${row.definitionVersion}`;

function useActions(): RowAction<DefinitionRow>[] {
  const openPage = useOpenPage();
  const ask = useConfirm();
  const removal = useRemoval('流程');
  const saving = useMutation({ mutationFn: saveFile });
  const { mutate: save } = saving;
  return useMemo(
    () => [
      {
        key: 'open',
        label: '设计',
        permission: 'appr:definition:list',
        run: (row) => openPage(pageOf(row.definitionId)),
      },
      {
        key: 'publish',
        label: '发布',
        permission: PUBLISH,
        show: (row) => row.state !== DefinitionState.Published,
        withheld: (row) => (row.problemCount > 0 ? `流程图有 ${row.problemCount} 处问题，不能发布` : ''),
        run: (row) =>
          ask({
            title: `发布${named(row)}`,
            content: '发布后新提交的单据按此版本办理，在办的单据仍按原版本办完。',
            okText: '发布',
            run: () => publishDefinition(row.definitionId, row.version),
          }),
      },
      {
        key: 'disable',
        label: '停用',
        permission: PUBLISH,
        danger: true,
        show: (row) => row.state === DefinitionState.Published,
        run: (row) =>
          ask({
            title: `停用${named(row)}`,
            content: `停用后不能再提交“${row.label}”，在办的 ${row.running} 件不受影响。`,
            okText: '停用',
            danger: true,
            run: () => disableDefinition(row.definitionId, row.version),
          }),
      },
      {
        key: 'copy',
        label: '另存版本',
        permission: EDIT,
        inMenu: true,
        run: (row) =>
          ask({
            title: '另存为新版本',
            content: `以${named(row)}的内容建立新的草稿版本。`,
            okText: '另存',
            run: () => copyDefinition(row.definitionId).then((id) => openPage(pageOf(id))),
          }),
      },
      { key: 'export', label: '导出', permission: EDIT, inMenu: true, run: (row) => save(row) },
      {
        key: 'remove',
        label: '删除',
        permission: EDIT,
        danger: true,
        inMenu: true,
        show: (row) => row.state === DefinitionState.Draft,
        run: (row) => removal([named(row)], () => definitions.remove([row.definitionId])),
      },
    ],
    [openPage, ask, removal, save],
  );
}

/** 流程设计: every version of every process. */
export default function DesignListPage() {
  const openPage = useOpenPage();
  const [adding, setAdding] = useState(false);
  const actions = useActions();
  return (
    <>
      <ListPage<DefinitionRow>
        name={definitions.name}
        noun="流程"
        load={definitions.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.definitionId}
        rowName={(row) => row.name}
        toolbar={() => (
          <>
            <Can permission={EDIT}>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                新建流程
              </Button>
              <ImportFile />
            </Can>
            <Can permission={PUBLISH}>
              <Button onClick={() => openPage('/appr/wizard')}>启用向导</Button>
            </Can>
          </>
        )}
      />
      {adding && <NewProcess onClose={() => setAdding(false)} />}
    </>
  );
}
