import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useMemo, useState } from 'react';
import { type FlowForm, flowForms } from '@/api/forms';
import { textField } from '@/features/records/declare';
import { useRemoval } from '@/features/records/listParts';
import { toMinute } from '@/lib/dates';
import { requiredText } from '@/lib/rules';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { FormDialog } from '@/ui/FormDialog';
import formStyles from '@/ui/form-dialog.module.css';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, RowAction } from '@/ui/list/types';
import { PageLink } from '@/ui/PageLink';
import { useOpenPage } from '@/ui/useOpenPage';

const EDIT = 'appr:form:edit';
const FIELDS = [textField('name', '表单名称')];
const pageOf = (id: number) => `/appr/form/edit/${id}`;

const COLUMNS: ListColumn<FlowForm>[] = [
  {
    key: 'name',
    title: '表单',
    width: 200,
    card: 'title',
    sort: 'name',
    render: (row) => <PageLink to={pageOf(row.formId)}>{row.name}</PageLink>,
  },
  { key: 'key', title: '流程标识', width: 140, render: (row) => row.key },
  {
    key: 'published',
    title: '流程',
    width: 130,
    card: 'state',
    render: (row) => <StateTag tone={row.published ? 'ok' : 'warn'}>{row.published ? '已发布' : '尚无流程'}</StateTag>,
  },
  { key: 'fieldCount', title: '字段数', width: 80, align: 'right', render: (row) => row.fields?.length ?? 0 },
  { key: 'used', title: '已提交', width: 90, align: 'right', render: (row) => row.used },
  { key: 'changedAt', title: '修改时间', width: 150, className: 't2', render: (row) => toMinute(row.changedAt) },
  { key: 'changedBy', title: '修改人', width: 100, className: 't2', render: (row) => row.changedBy },
  { key: 'remark', title: '说明', width: 240, className: 't2', render: (row) => row.remark ?? '' },
];

/** A new form begins with one line. */
function NewForm({ onClose }: { onClose: () => void }) {
  const openPage = useOpenPage();
  return (
    <FormDialog<{ name: string; key: string; remark?: string }>
      title="新建表单"
      initial={{}}
      width={520}
      okText="开始设计"
      save={({ name, key, remark = '' }) =>
        flowForms
          .add({
            ...{ key: key.trim(), name: name.trim(), remark },
            fields: [
              {
                ...{ name: 'reason', title: '事由', kind: 'text', required: true, most: null, least: null },
                ...{ options: [], hint: '' },
              },
            ],
          })
          .then(({ data }) => openPage(pageOf(data.id)))
      }
      onClose={onClose}
    >
      <Form.Item name="name" label="表单名称" className={formStyles.wide} rules={[requiredText('表单名称')]}>
        <Input maxLength={50} placeholder="如：用印申请" />
      </Form.Item>
      <Form.Item
        name="key"
        label="流程标识"
        className={formStyles.wide}
        rules={[requiredText('流程标识')]}
        extra="小写字母开头，只含字母、数字和下划线，建立后不能修改"
      >
        <Input maxLength={30} placeholder="如：seal_use" />
      </Form.Item>
      <Form.Item name="remark" label="说明" className={formStyles.wide}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}

/** 表单设计: forms of the authority's own. */
export default function FormListPage() {
  const [adding, setAdding] = useState(false);
  const openPage = useOpenPage();
  const removal = useRemoval('表单');
  const actions = useMemo<RowAction<FlowForm>[]>(
    () => [
      { key: 'open', label: '设计', permission: 'appr:form:list', run: (row) => openPage(pageOf(row.formId)) },
      {
        key: 'remove',
        label: '删除',
        permission: EDIT,
        danger: true,
        run: (row) => removal([row.name ?? ''], () => flowForms.remove([row.formId])),
      },
    ],
    [openPage, removal],
  );
  return (
    <>
      <ListPage<FlowForm>
        name={flowForms.name}
        noun="表单"
        load={flowForms.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.formId}
        rowName={(row) => row.name ?? ''}
        toolbar={() => (
          <Can permission={EDIT}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              新建表单
            </Button>
          </Can>
        )}
      />
      {adding && <NewForm onClose={() => setAdding(false)} />}
    </>
  );
}
