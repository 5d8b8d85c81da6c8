import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import {
  addModule,
  editModule,
  fetchModule,
  listModules,
  type ModuleForm,
  type ModuleRow,
  removeModules,
} from '@/api/module';
import { EntityDialog } from '@/features/records/EntityDialog';
import { ListButtons, useRemoval } from '@/features/records/listParts';
import { MenuIcon } from '@/layout/menuIcons';
import { asRule, type Check, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { ListPage, listKey } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { IntegerInput, numeric } from '@/ui/NumberInput';

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
  return (
    <EntityDialog<ModuleForm>
      noun="应用"
      id={module?.moduleId ?? null}
      load={() => (module ? fetchModule(module.moduleId) : Promise.resolve({ sort: 1, icon: '' }))}
      save={(values) => (module ? editModule({ ...values, moduleId: module.moduleId }) : addModule(values))}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Form.Item name="moduleName" label="应用名称" rules={[requiredText('应用名称')]}>
        <Input maxLength={50} autoFocus />
      </Form.Item>
      <Form.Item name="moduleCode" label="应用编码" rules={[requiredText('应用编码'), asRule(codeCheck)]}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        className={styles.wide}
        name="url"
        label="应用地址"
        extra="本机的路径如 /lease/，或其他系统的完整地址"
        rules={[requiredText('应用地址'), asRule(addressCheck)]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="icon" label="图标">
        <Input maxLength={100} placeholder="图标名称，如 solution" />
      </Form.Item>
      <Form.Item name="sort" label="显示顺序" rules={numeric('显示顺序')}>
        <IntegerInput min={0} max={9999} />
      </Form.Item>
    </EntityDialog>
  );
}

/** 应用管理: the tiles on everybody's home page. */
export default function ModulePage() {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ module?: ModuleRow } | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: listKey(LIST) });
  const ask = useRemoval('应用', refresh);
  const remove = (rows: readonly ModuleRow[]) =>
    ask(
      rows.map(({ moduleName }) => moduleName),
      () => removeModules(rows.map(({ moduleId }) => moduleId)),
    );
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
          <ListButtons
            prefix="system:module"
            selected={selected.length}
            onAdd={() => setDialog({})}
            onRemove={() => remove(selected)}
          />
        )}
      />
      {dialog && <ModuleDialog module={dialog.module} onSaved={refresh} onClose={() => setDialog(null)} />}
    </>
  );
}
