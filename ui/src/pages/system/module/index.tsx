import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { addModule, editModule, listModules, type ModuleForm, type ModuleRow, removeModules } from '@/api/module';
import { MenuIcon } from '@/layout/menuIcons';
import { asRule, type Check } from '@/lib/rules';
import { Can } from '@/ui/Can';
import { FormDialog } from '@/ui/FormDialog';
import { ListPage, listKey } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const LIST = 'system-module';

const FIELDS: readonly QueryField[] = [
  { name: 'moduleName', label: '应用名称', kind: 'text' },
  { name: 'moduleCode', label: '应用编码', kind: 'text' },
];

const COLUMNS: readonly ListColumn<ModuleRow>[] = [
  { key: 'moduleId', title: '编号', width: 80, render: (row) => row.moduleId, optional: true },
  {
    key: 'moduleName',
    title: '应用名称',
    width: 200,
    card: 'title',
    render: (row) => (
      <>
        <MenuIcon name={row.icon} /> {row.moduleName}
      </>
    ),
  },
  { key: 'moduleCode', title: '应用编码', width: 140, render: (row) => row.moduleCode },
  { key: 'url', title: '地址', width: 320, render: (row) => row.url },
  { key: 'sort', title: '显示顺序', width: 90, render: (row) => row.sort },
];

const addressCheck: Check = (value) =>
  value === '' || /^(https?:\/\/[^/]|\/(?!\/))\S*$/i.test(value) ? '' : '地址以 / 或 http(s):// 开头，且不含空格';
const codeCheck: Check = (value) =>
  value === '' || /^[A-Za-z0-9_-]+$/.test(value) ? '' : '应用编码只能包含字母、数字、横线和下划线';

interface DialogProps {
  /** Undefined = a new application. */
  module: ModuleRow | undefined;
  onSaved: () => void;
  onClose: () => void;
}

function ModuleDialog({ module, onSaved, onClose }: DialogProps) {
  const save = async (values: ModuleForm) => {
    await (module ? editModule({ ...values, moduleId: module.moduleId }) : addModule(values));
    onSaved();
  };
  return (
    <FormDialog<ModuleForm>
      title={module ? '修改应用' : '新增应用'}
      initial={module ?? { sort: 1, icon: '' }}
      save={save}
      onClose={onClose}
    >
      <Form.Item
        name="moduleName"
        label="应用名称"
        rules={[{ required: true, whitespace: true, message: '应用名称不能为空' }]}
      >
        <Input maxLength={50} autoFocus />
      </Form.Item>
      <Form.Item
        name="moduleCode"
        label="应用编码"
        rules={[{ required: true, message: '应用编码不能为空' }, asRule(codeCheck)]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        className="wide"
        name="url"
        label="应用地址"
        extra="本机的路径如 /lease/，或其他系统的完整地址"
        rules={[{ required: true, message: '应用地址不能为空' }, asRule(addressCheck)]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="icon" label="图标">
        <Input maxLength={100} placeholder="图标名称，如 solution" />
      </Form.Item>
      <Form.Item name="sort" label="显示顺序" rules={[{ required: true, message: '显示顺序不能为空' }]}>
        <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}

/** 应用管理: the tiles on everybody's home page. */
export default function ModulePage() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [dialog, setDialog] = useState<{ module?: ModuleRow } | null>(null);
  const finish = (text: string) => {
    void message.success(text);
    void client.invalidateQueries({ queryKey: listKey(LIST) });
  };
  const remove = (rows: readonly ModuleRow[]) =>
    confirm({
      title: '删除应用',
      content: `确定要删除“${rows.map(({ moduleName }) => moduleName).join('、')}”吗？所有人的首页将不再显示。`,
      okText: '删除',
      danger: true,
      run: () => removeModules(rows.map(({ moduleId }) => moduleId)).then(() => finish('删除成功')),
    });
  const actions: RowAction<ModuleRow>[] = [
    { key: 'edit', label: '修改', permission: 'system:module:edit', run: (module) => setDialog({ module }) },
    { key: 'remove', label: '删除', permission: 'system:module:remove', danger: true, run: (row) => remove([row]) },
  ];
  return (
    <>
      <ListPage<ModuleRow>
        name={LIST}
        noun="应用"
        load={listModules}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.moduleId}
        rowName={(row) => row.moduleName}
        selectable={() => true}
        toolbar={({ selected }) => (
          <>
            <Can permission="system:module:add">
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({})}>
                新增
              </Button>
            </Can>
            <Can permission="system:module:remove">
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                disabled={selected.length === 0}
                onClick={() => remove(selected)}
              >
                删除
              </Button>
            </Can>
          </>
        )}
      />
      {dialog && (
        <ModuleDialog module={dialog.module} onSaved={() => finish('保存成功')} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
