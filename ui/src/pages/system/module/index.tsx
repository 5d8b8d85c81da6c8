import { type ModuleForm, type ModuleRow, modules } from '@/api/module';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { idColumn, OrderItem, TextItem, textColumn, textField } from '@/features/records/declare';
import { MenuIcon } from '@/layout/menuIcons';
import { asRule, type Check } from '@/lib/rules';

const addressCheck: Check = (value) =>
  value === '' || /^(https?:\/\/[^/]|\/(?!\/))\S*$/i.test(value) ? '' : '地址以 / 或 http(s):// 开头，且不含空格';
const codeCheck: Check = (value) =>
  value === '' || /^[A-Za-z0-9_-]+$/.test(value) ? '' : '应用编码只能包含字母、数字、横线和下划线';

const named = ({ icon, moduleName }: ModuleRow) => (
  <>
    <MenuIcon name={icon} /> {moduleName}
  </>
);

const MODULES: CrudPageProps<ModuleRow, ModuleForm> = {
  of: modules,
  noun: '应用',
  title: 'moduleName',
  fields: () => [textField('moduleName', '应用名称'), textField('moduleCode', '应用编码')],
  columns: () => [
    idColumn('moduleId'),
    textColumn('moduleName', '应用名称', 200, { card: 'title', render: named }),
    textColumn('moduleCode', '应用编码', 140),
    textColumn('url', '地址', 320),
    textColumn('sort', '显示顺序', 90),
  ],
  blank: { sort: 1 },
  form: () => (
    <>
      <TextItem name="moduleName" label="应用名称" max={50} required first />
      <TextItem name="moduleCode" label="应用编码" max={64} required rules={[asRule(codeCheck)]} />
      <TextItem
        {...{ name: 'url', label: '应用地址', max: 200, required: true, wide: true, rules: [asRule(addressCheck)] }}
        extra="本机的路径如 /lease/，或其他系统的完整地址"
      />
      <TextItem name="icon" label="图标" max={100} placeholder="图标名称，如 solution" />
      <OrderItem name="sort" />
    </>
  ),
  width: 640,
  exports: false,
};

/** 应用管理: the tiles on everybody's home page. */
export default function ModulePage() {
  return <CrudPage {...MODULES} />;
}
